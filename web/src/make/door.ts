/** The few words at the door: the rest of the editor's words come with the editor. */
import { both, type Lang } from "../words/words";

export const doorWords = (l: Lang): { fresh: string; change: string; goOn: string; openFiles: string } => ({
  fresh: both(l, "New battle", "新战例"), change: both(l, "Change this battle", "改此战例"), goOn: both(l, "Go on with the draft", "续改草稿"), openFiles: both(l, "Open scenario.toml and map.toml", "打开 scenario.toml 与 map.toml"),
});
