import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./ui/app";
import { readAddress } from "./state/address";
import { begin } from "./state/open";
import { folded, lang, recall, remember, sheetHeight, show, speed, theme } from "./state/store";
import { setToken } from "./state/server";

recall();
const first = readAddress();
setToken(first.token);
effect(() => {
  document.documentElement.lang = lang.value;
  document.documentElement.dataset.theme = theme.value;
  void [speed.value, show.value, sheetHeight.value, folded.value];
  remember();
});
render(<App />, document.getElementById("app")!);
void begin(first);
