/** In the gallery: the ways into the editor. */
import { useRef } from "preact/hooks";
import { lang } from "../state/store";
import { isStatic } from "../state/server";
import { enterMake, hasDraft } from "./enter";
import { doorWords } from "./door";

export function MakeBar() {
  const file = useRef<HTMLInputElement>(null), w = doorWords(lang.value);
  const read = async (files: File[]): Promise<void> => {
    const texts: Record<string, string> = {};
    for (const f of files) texts[f.name] = await f.text();
    await enterMake((e) => e.openTexts(texts));
  };
  return (
    <p class="made">
      <button class="do" onClick={() => void enterMake((e) => e.openBlank())}>{w.fresh}</button>
      {hasDraft() && <button class="do" onClick={() => void enterMake((e) => { if (!e.recallDraft()) e.openBlank(); })}>{w.goOn}</button>}
      <input ref={file} class="hidden" tabIndex={-1} aria-hidden="true" type="file" multiple accept=".toml" onChange={(e) => { void read([...(e.currentTarget.files ?? [])]); e.currentTarget.value = ""; }} />
      <button class="do" onClick={() => file.current?.click()}>{w.openFiles}</button>
    </p>
  );
}
export function ChangeButton({ id, title }: { id: string; title: string }) {
  const w = doorWords(lang.value);
  if (isStatic) return null;
  return <button class="do" aria-label={`${w.change}: ${title}`} onClick={() => void enterMake((e) => e.openBattle(id))}>{w.change}</button>;
}
