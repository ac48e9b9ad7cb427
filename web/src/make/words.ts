/** The sentences of the editor in English and Chinese; traditional characters are made from the simplified ones. */
import type { Text } from "../record/types";
import { hant } from "../words/hant";
import { both, type Lang } from "../words/words";

const W = {
  make: ["Make a battle", "造一战例"], change: ["Change this battle", "改此战例"], fresh: ["New battle", "新战例"], goOn: ["Go on with the draft", "续改草稿"], openFiles: ["Open scenario.toml and map.toml", "打开 scenario.toml 与 map.toml"],
  untitled: ["not saved yet", "尚未保存"], saved: ["saved", "已保存"], unsaved: ["changed since it was saved", "保存后又有改动"], undo: ["Undo", "撤回"], redo: ["Redo", "重做"], save: ["Save", "保存"], saveAs: ["Save as", "另存"],
  name: ["Name of its folder", "文件夹名"], nameHow: ["A letter first, then a-z, 0-9 and -", "以字母开头，只用 a-z、0-9 与 -"], keep: ["Save in the scenarios' folder", "存入想定文件夹"], take: ["Download", "下载"], asZip: ["All as a folder (zip)", "整个文件夹（zip）"], asFile: ["{0} alone", "只取 {0}"],
  run: ["Fight it", "开战"], runHow: ["It is saved, fought with this luck, and shown as it goes.", "先保存，再以此运数推演，即时观看。"], luck: ["Luck (seed)", "运数（种子）"], mend: ["Mend what is wrong first.", "请先改正错误。"], waiting: ["waiting to be fought", "等候开战"], fought: ["being fought: {0}%", "推演中：{0}%"], stop: ["Stop", "停止"],
  needsServer: ["A static page cannot fight or save; download the battle and run it with linghe.", "静态页面不能推演或保存；请下载后用 linghe 推演。"],
  tools: ["What to place or draw", "放置与描画"], choose: ["Choose, move", "选取移动"], unit: ["Unit in ranks", "列阵之队"], bodies: ["Strewn men", "散布之众"], place: ["Place", "地点"], river: ["River", "河"], ramp: ["Ford or ramp", "渡口坡道"], hill: ["Hill", "山丘"], road: ["Road", "道路"],
  wall: ["Wall", "墙"], gate: ["Gate in a wall", "墙上之门"], ditch: ["Ditch", "壕"], patch: ["Wood, crop, fuel", "林禾燃料"], ignition: ["Fire", "火"], smoke: ["Smoke", "烟"], troops: ["Troops", "兵"], land: ["Land", "地"], fire: ["Fire and smoke", "火烟"],
  hintPoint: ["Press where it is to be; Enter puts it in the middle", "点按其位置；回车则置图中央"], hintBox: ["Drag from corner to corner; Enter puts it in the middle", "自一角拖至对角；回车则置图中央"], hintLine: ["Press point after point, then Enter; Esc gives up", "逐点点按，回车结束；Esc 放弃"], hintRing: ["Press round its edge, then Enter; Esc gives up", "沿边逐点点按，回车结束；Esc 放弃"],
  hintChoose: ["Press a thing to choose it, drag to move it; arrows move 10 m, with shift 100 m, with alt 1 m", "点按选取，拖动移位；方向键移 10 米，加 Shift 移 100 米，加 Alt 移 1 米"], hintGate: ["Press on a wall", "请点按墙上"], finish: ["Finish", "完成"], giveUp: ["Give up", "放弃"],
  chosen: ["Chosen", "所选"], everything: ["Everything", "全部"], text: ["Text", "文本"], nothing: ["Nothing is chosen. Press a thing on the map, or take one from the list.", "未选取。请在图上点按，或从列表中选。"], battle: ["The battle", "战例"], theMap: ["The map", "地图"], weather: ["Air and ground", "天气与地面"],
  more: ["More ({0})", "更多（{0}）"], add: ["Add", "添加"], addOf: ["Add: {0}", "添加：{0}"], remove: ["Remove", "删除"], removeOf: ["Remove {0}", "删除{0}"], duplicate: ["Copy", "再添一份"], none: ["none", "无"], usual: ["as it is by itself: {0}", "缺省：{0}"], yes: ["yes", "是"], no: ["no", "否"], east: ["x, east (m)", "x 东（米）"], north: ["y, north (m)", "y 北（米）"],
  west: ["west", "西"], south: ["south", "南"], eastEdge: ["east", "东"], northEdge: ["north", "北"], point: ["point {0}", "第{0}点"], english: ["English", "英文"], chinese: ["Chinese", "中文"], usedBy: ["It is named by: {0}", "引用者：{0}"],
  formed: ["formed in ranks", "列阵"], strewn: ["strewn over a box", "散布"], stand: ["How they stand", "立法"],
  sound: ["Sound", "无误"], soundMen: ["Sound: {0} men in {1} units", "无误：{1} 队 {0} 人"], looking: ["Being checked…", "检查中…"], wrong: ["{0} to mend", "{0} 处待改"], warned: ["{0} to look at", "{0} 处留意"], pageOnly: ["First look only; linghe check has the last word.", "仅为初步检查；以 linghe check 为准。"], problems: ["What is wrong", "有何错误"],
  at: ["{0}, line {1}", "{0} 第 {1} 行"], windAt: ["Wind at {0}: {1} m/s from {2}°", "{0} 风：{1} 米/秒，自 {2}°"], rainAt: ["Rain at {0}: {1} mm/h", "{0} 雨：{1} 毫米/时"], wind: ["Wind", "风"], rain: ["Rain", "雨"], events: ["Events", "预定"], course: ["Weather over the battle", "战中天气"], fireAt: ["Fire at {0}: {1}", "{0} 火：{1}"], forcedAt: ["{0}: {1}", "{0}：{1}"],
  mapOf: ["Map of the battle that is being made; everything on it stands in the list as well", "所造战例之图；图上一切亦见表中"], middle: ["x {0} · y {1}", "x {0} · y {1}"], gridOf: ["squares of {0}", "每格 {0}"], men: ["{0} men", "{0} 人"], retreat: ["safety of {0}", "{0}退处"], units: ["{0} units", "{0} 队"], handles: ["Handles", "控制点"], raster: ["The heights of this map come from the file {0}; they are used in the battle and not drawn here.", "此图高程取自文件 {0}；推演时采用，此处不画。"],
  front: ["front", "正面"], facing: ["facing", "朝向"], ranks: ["ranks", "行列"], corner: ["corner", "角"], pointH: ["point", "点"], between: ["new point", "新点"], width: ["width", "宽"], water: ["water", "水面"], radius: ["foot", "山脚"], end: ["other end", "另一端"], goal: ["where to", "所往"],
  cannotRead: ["It cannot be read: {0}", "无法读取：{0}"], takeText: ["Take over", "采用"], backText: ["As it was", "还原"], textHow: ["Comments are kept by every change made on the map or in the forms.", "在图上或表单中所作改动皆保留注释。"], failed: ["The battle was not fought: {0}", "未能开战：{0}"], first: ["Saving…", "保存中…"], gallery: ["Gallery", "战例"], leave: ["Changes that are not saved stay in this tab.", "未保存的改动留在本页。"],
  keys: ["Keys", "按键"], close: ["Close", "关闭"], kNext: ["next thing (shift: the one before)", "下一件（加 Shift 上一件）"], kMove: ["move it 10 m; shift 100 m, alt 1 m", "移 10 米；加 Shift 100 米，加 Alt 1 米"], kPlace: ["place or finish what is drawn", "放置，或画毕"], kZoom: ["nearer, farther, whole map", "放大、缩小、全图"], kThis: ["this list", "此表"],
  keysHow: ["Press a handle twice to take a point out of a line. Shift turns by single degrees.", "连按控制点两次可去掉一点；加 Shift 逐度转向。"], conflict: ["It was changed elsewhere; save it under another name.", "已在别处改动，请另存。"], parameter: ["group.name", "组.名"], zoomIn: ["Nearer", "放大"], zoomOut: ["Farther", "缩小"], whole: ["Whole map", "全图"],
} as const;
export type Word = keyof typeof W;

export function tell(lang: Lang, word: Word, ...args: (string | number)[]): string {
  const text = both(lang, W[word][0], W[word][1]);
  return text.replace(/\{(\d)\}/g, (_, n: string) => String(args[Number(n)] ?? ""));
}
export const words = (): string => Object.values(W).map((w) => w[1]).join("");
export const inWords = (lang: Lang, t: Text): string => (lang === "en" ? t.en || t.zh : lang === "zh-Hant" ? hant(t.zh || t.en) : t.zh || t.en);

/** What the kinds of things are called in lists. */
const KINDS: Record<string, readonly [string, string]> = {
  "": ["battle", "战例"], weather: ["air", "天气"], time: ["time and place", "时与地"], wind: ["wind", "风"], rain: ["rain", "雨"], smoke: ["smoke", "烟源"], smoke_cloud: ["hanging smoke", "烟云"], ignition: ["fire", "火"], place: ["place", "地点"], side: ["side", "一方"], colours: ["flag", "旗号"],
  force: ["force", "军"], person: ["person", "人物"], unit: ["unit", "部队"], bodies: ["bodies", "部众"], intervention: ["intervention", "干预"], river: ["river", "河"], ramp: ["ford", "渡口"], hill: ["hill", "山丘"], road: ["road", "道路"], patch: ["cover", "地表"], cover: ["cover", "地表"], wall: ["wall", "墙"], gate: ["gate", "门"], ditch: ["ditch", "壕"],
  map: ["map", "地图"], traits: ["traits", "性情"], order: ["order", "命令"], belief: ["belief", "所信"], plan_step: ["step", "步骤"], after_gather: ["after gathering", "收拢之后"], parameters: ["parameters", "参数"], provenance: ["provenance", "来历"],
};
export const kindName = (lang: Lang, kind: string): string => { const k = KINDS[kind]; return k ? both(lang, k[0], k[1]) : kind; };
const UNITS: Record<string, readonly [string, string]> = { men: ["", ""], degree: ["°", "°"], deg: ["°", "°"], "degree C": ["°C", "°C"], s: ["s", "秒"], min: ["min", "分"], m: ["m", "米"], "m/s": ["m/s", "米/秒"], "mm/h": ["mm/h", "毫米/时"], h: ["h", "时"] };
export const unitText = (lang: Lang, unit: string): string => { const u = UNITS[unit]; return u ? u[lang === "en" ? 0 : 1] : unit; };
/** Choices of the schema in Chinese; in English they are what they are. */
const CHOICES: Record<string, string> = {
  hold: "驻守", gather: "收拢", march: "行军", withdraw: "撤退", pursue: "追击", attack: "进攻", hold_line: "扼守战线", collect: "收容散卒", join: "会合", stay_by: "侍立左右", fetch: "往调援兵", report: "禀报", burn: "纵火", usual: "依常", walk: "步", trot: "快步", run: "奔",
  line: "横队", column: "纵队", loose: "疏队", crowd: "各自", banner: "环旗", black: "黑", white: "白", gregorian: "格里历", julian: "儒略历", bare: "裸地", dry_grass: "枯草", burnt: "火烧地", sand: "沙", water: "水", crop: "田禾", reed: "芦苇", wood: "林", road: "路",
  kill_person: "某人倒下", silence_drum: "鼓止", strike_banner: "旗倒", set_wind: "改风", give_order: "下令", shut_ground: "封地", open_ground: "开地",
};
export const choiceName = (lang: Lang, c: string): string => (lang === "en" ? c.replace(/_/g, " ") : CHOICES[c] ? both(lang, c, CHOICES[c]) : c);
