import { battle, help, lang, loading, menu, other, pane, theme } from "../state/store";
import { currentRun } from "../state/open";
import { isStatic } from "../state/server";
import { momentLink } from "../state/address";
import { both, nameOf, say, type Lang } from "../words/words";

const LANGS: [Lang, string, string][] = [["en", "EN", "English"], ["zh-Hans", "简", "简体中文"], ["zh-Hant", "繁", "繁體中文"]];

export function Switches() {
  const l = lang.value;
  return (
    <>
      <div class="seg" role="group" aria-label={say(l, "language")}>
        {LANGS.map(([id, text, name]) => <button key={id} lang={id} aria-pressed={l === id} aria-label={`${text} ${name}`} onClick={() => { lang.value = id; }}>{text}</button>)}
      </div>
      <div class="seg" role="group" aria-label={say(l, "light")}>
        <button aria-pressed={theme.value === "light"} onClick={() => { theme.value = "light"; }}>{say(l, "day")}</button>
        <button aria-pressed={theme.value === "dusk"} onClick={() => { theme.value = "dusk"; }}>{say(l, "dusk")}</button>
      </div>
      <button class="txt" aria-label={say(l, "keys")} onClick={() => { help.value = true; }}><kbd>?</kbd></button>
    </>
  );
}

export function Header() {
  const l = lang.value, b = battle.value!, open = loading.value;
  const toggle = (m: "layers" | "take" | "twin" | "fork") => () => { menu.value = menu.value === m ? null : m; };
  const link = (): void => {
    history.replaceState(null, "", momentLink(currentRun));
    navigator.clipboard?.writeText(location.href).catch(() => {});
  };
  return (
    <header>
      <div class="seal" aria-hidden="true">凌河</div><div class="word">{say(l, "word")}</div><div class="bar" />
      <h1 class="title">{nameOf(l, b.header.title)}<small>{both(l, `run of seed ${b.header.seed}`, `运数${b.header.seed}`)}{b.whole.value ? "" : " · " + say(l, "unfinished")}</small></h1>
      <div class="grow" />
      <button class="txt" onClick={() => { pane.value = "gallery"; }}>{say(l, "gallery")}<kbd>G</kbd></button>
      <button class="txt" aria-expanded={menu.value === "layers"} onClick={toggle("layers")}>{say(l, "layers")}<kbd>L</kbd></button>
      <button class="txt" aria-pressed={other.value !== null} onClick={() => { pane.value = "gallery"; }}>{say(l, "compare")}<kbd>C</kbd></button>
      {!isStatic && <button class="txt" aria-expanded={menu.value === "fork"} onClick={toggle("fork")}>{say(l, "fork")}<kbd>F</kbd></button>}
      <button class="txt" aria-expanded={menu.value === "twin"} onClick={toggle("twin")}>{say(l, "twin")}<kbd>T</kbd></button>
      <button class="txt" aria-expanded={menu.value === "take"} onClick={toggle("take")}>{say(l, "takeAway")}<kbd>S</kbd></button>
      <button class="txt" aria-label={say(l, "link")} title={say(l, "link")} onClick={link}><svg width="15" height="15" viewBox="0 0 15 15" aria-hidden="true"><path d="M6 9 9.5 5.5M4.5 6.8 2.9 8.4a2.6 2.6 0 0 0 3.7 3.7l1.6-1.6M10.5 8.2l1.6-1.6a2.6 2.6 0 0 0-3.7-3.7L6.8 4.5" fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round"/></svg></button>
      <Switches />
      {open && <div class="hairline" style={{ width: `${Math.round((100 * open.got) / Math.max(1, open.of))}%` }} />}
    </header>
  );
}
