/** Every sentence of the viewer in English and Chinese. Traditional characters are made from the simplified ones. */
import type { Text } from "../record/types";
import { hant } from "./hant";

export type Lang = "en" | "zh-Hans" | "zh-Hant";

const W = {
  word: ["Linghe", "凌河"], layers: ["Layers", "图层"], compare: ["Compare", "对照"], fork: ["Fork here", "由此分支"],
  keys: ["Keys", "按键"], day: ["Day", "昼"], dusk: ["Dusk", "暮"], language: ["Language", "语言"], light: ["Light", "明暗"],
  gallery: ["Gallery", "战例"], run: ["run", "推演"], seed: ["luck {0}", "运数{0}"], mapOf: ["Map of the battle; its table and list of events follow", "战场地图；其后有文字表格与事件"],
  seenBy: ["Seen by", "视角"], truth: ["truth", "实情"], believes: ["what he believes", "他所相信"], everyone: ["all that is true", "全部实情"],
  block: ["Blocks", "阵图"], field: ["Field", "全场"], company: ["Company", "牛录"], man: ["Man", "单兵"], scale: ["Distance", "远近"],
  play: ["Play", "播放"], pause: ["Pause", "暂停"], previousEvent: ["Previous event", "上一事件"], nextEvent: ["Next event", "下一事件"],
  faster: ["Faster", "加快"], slower: ["Slower", "减慢"], speed: ["Speed", "速度"], of: ["of {0}", "/ {0}"], events: ["events", "事件"], resolve: ["resolve", "士气"],
  min: ["min", "分"], time: ["Time", "时刻"], bookmark: ["Bookmark this moment", "记下此刻"], bookmarks: ["Bookmarks", "书签"], note: ["Note", "备注"],
  steady: ["steady", "镇定"], shaken: ["shaken", "惊惧"], wavering: ["wavering", "动摇"], routing: ["routing", "溃散"], rallying: ["rallying", "重整"],
  out: ["out", "伤亡"], resigned: ["resigned", "认命"], surrendered: ["surrendered", "投降"], lastStand: ["last stand", "死战"],
  fit: ["fit", "无恙"], disabled: ["disabled", "重伤"], dead: ["dead", "阵亡"], captured: ["captured", "被俘"], drowned: ["drowned", "溺死"],
  left: ["left the field", "离场"], burnt: ["dead by fire", "烧死"], fallen: ["fallen", "阵亡"],
  sideFirst: ["{0}: dark line, round", "{0}：墨线，圆"], sideSecond: ["{0}: pale line, square", "{0}：素线，方"], sideThird: ["{0}: dark line, triangle", "{0}：墨线，三角"],
  belief: ["belief", "信念"], courier: ["courier", "传令兵"], drumBeat: ["drum beat", "鼓声"],
  withHim: ["With him", "随从"], sees: ["Sees", "所见"], hears: ["Hears", "所闻"], resolveOf: ["Is about to", "意图"], towards: ["Towards", "所向"],
  seesM: ["{0} m", "{0} 米"], seesSmoke: ["{0} m, smoke", "{0} 米，烟"], nothing: ["nothing", "无"], nobody: ["nobody", "无人"],
  fearFelt: ["Fear, felt and shown", "恐惧：内心与外露"], felt: ["felt", "内心"], shown: ["shown", "外露"],
  fearNow: ["{0} felt · {1} shown", "内心 {0} · 外露 {1}"], believesOf: ["What he believes", "他所相信"], fromTruth: ["{0} m off", "差 {0} 米"],
  why: ["Why?", "何故？"], whyOf: ["Why: {0}", "何故：{0}"], root: ["root", "根源"], noCause: ["The record names no cause.", "记录中无其缘由。"], noEvents: ["Nothing is told of it yet.", "尚无记载。"],
  history: ["History", "经过"], strength: ["Strength", "兵力"], inHand: ["in hand", "在列"], inFlight: ["in flight", "溃逃"], of2: ["{0} of {1}", "{0} / {1}"],
  unit: ["Unit", "部队"], person: ["Person", "人物"], place: ["Place", "地点"], event: ["Event", "事件"], body: ["Body", "部"], commander: ["Commander", "主将"],
  manOf: ["man {0} of {1}", "{1} 第{0}人"], state: ["State", "状态"], heart: ["Heart", "心志"], does: ["Does", "所为"], goesTo: ["Goal", "所向"], wound: ["Wound", "伤"], horse: ["Horse", "马"],
  fear: ["Fear", "恐惧"], arm: ["Arm", "兵种"], banner: ["Banner", "旗色"], none: ["none", "无"], lightWound: ["light", "轻伤"], serious: ["serious", "重伤"], mortal: ["mortal", "致命"],
  mounted: ["mounted", "骑乘"], horseLost: ["lost", "失马"], onFoot: ["none", "步行"],
  height: ["Height", "高程"], water: ["Water", "水深"], cover: ["Land", "地貌"], menHere: ["Men within 50 m", "五十米内人数"], smokeHere: ["Sight here", "此处能见"],
  covers: ["bare|dry grass|burnt|sand|water|crop|reed|wood|road", "裸地|枯草|火烧地|沙|水|田禾|芦苇|林|路"],
  doings: ["standing|marching|fleeing|going to a signal|following|fighting|shooting|queueing|captive", "站立|行进|奔逃|赴号令|跟随|搏斗|射击|等候通过|被俘"],
  goals: ["his ranks|away|a safe place|the drum|the banner|a body|his captor|the rear, with a wounded man", "本队|远离|退处|鼓|旗|他部|俘者|后方（抬伤者）"],
  sources: ["|believed from the start|seen|heard|told|a rider|fugitives|nobody where he should be", "|先前所信|目见|耳闻|他人所言|来骑|逃卒|应在而不见"],
  box: ["In the box", "框中"], boxHint: ["Drag with shift held to count men.", "按住 Shift 拖动以计数。"], empty: ["No battle on the table. Open one from the gallery.", "案上无战事，请从战例中选取。"],
  scenarios: ["Battles", "战例"], runs: ["Runs", "推演"], jobs: ["Work in hand", "进行中"], fight: ["Fight it", "开战"], open: ["Open", "打开"], watch: ["Watch", "观看"], cancel: ["Cancel", "取消"],
  seedLabel: ["Luck (seed)", "运数（种子）"], menCount: ["{0} men", "{0} 人"], minutes: ["{0} min", "{0} 分钟"], queued: ["waiting", "等候"], running: ["running", "进行"], done: ["done", "完成"],
  failed: ["failed", "失败"], cancelled: ["cancelled", "已取消"], unfinished: ["unfinished", "未完"], openFile: ["Open a record (view.lgv)", "打开记录（view.lgv）"],
  remaining: ["{0} s left", "尚余 {0} 秒"], live: ["live", "实况"], close: ["Close", "关闭"], error: ["Something went wrong", "出错了"],
  errorStill: ["What was read before stays on the table.", "此前所读仍在案上。"], errorDo: ["Open the record again, or take another copy of it.", "请重新打开记录，或换一份副本。"],
  noServer: ["The server does not answer.", "服务器无应答。"], smoke: ["Smoke", "烟"], trails: ["Trails", "踪迹"], names: ["Names", "名称"], sweeps: ["Movements", "行动箭头"], signals: ["Signals", "号令"],
  couriers: ["Couriers", "传令"], app6: ["APP-6 symbols", "APP-6 符号"], table: ["Table of bodies", "各部表"], list: ["List of events", "事件列表"], twin: ["In words", "文字"],
  takeAway: ["Take away", "带走"], picture: ["Picture (PNG)", "图片（PNG）"], film: ["Film (WebM)", "影片（WebM）"], filmSpan: ["From {0} for {1} s at ×{2}", "自 {0} 起 {1} 秒，速 ×{2}"],
  making: ["Making the film: {0}%", "正在制作：{0}%"], seconds: ["Seconds of battle", "战场秒数"], noCodec: ["This browser encodes no film; a GIF it can make.", "此浏览器不能编码影片，可作动图。"], link: ["Link to this moment", "此刻链接"], copied: ["Copied", "已复制"],
  wind: ["wind {0} m/s", "风 {0} 米/秒"], sight: ["sight {0} m", "能见 {0} 米"], north: ["N", "北"], calm: ["calm", "无风"], arrowsFly: ["{0} arrows in flight", "空中 {0} 箭"],
  dust: ["Dust", "尘"], rain: ["Rain", "雨"], daylight: ["daylight", "天光"], reach: ["How far signals carry", "号令所及"], hornsGongs: ["horns and gongs", "号角与锣"],
  notHeld: ["This record holds none of: {0}.", "此记录未存：{0}。"], eyes: ["Through his eyes and ears", "以其耳目"], eyesLong: ["What the chosen man sees and hears", "所选者所见所闻"],
  eyesHow: ["Paper lies on what he cannot see; a wedge shows whence he hears. Reckoned from the record.", "不可见处覆以素纸，扇形示其所闻之向；据记录推算。"],
  drum: ["the drum of {0}", "{0}之鼓"], horn: ["the horn of {0}", "{0}之号角"], gong: ["the gong of {0}", "{0}之锣"],
  hearsOver: ["{0}, {1} m off, {2} dB over the noise", "{0}，相距 {1} 米，高出噪声 {2} 分贝"], hearsNot: ["nothing; {0}, {1} m off, is lost in the noise", "无；{0}相距 {1} 米，没于噪声"],
  seesGround: ["{0} m, ground in the way", "{0} 米，地形遮蔽"], noise: ["Noise about him", "周围噪声"], dba: ["{0} dB(A)", "{0} 分贝(A)"],
  from: ["From", "自"], to: ["To", "致"], carries: ["Carries", "所传"], stillToGo: ["Still to go", "尚余路程"], courierGone: ["He is not on the way at this moment.", "此刻不在途中。"],
  courierStates: ["riding|searching|arrived|lost|taken", "驰行|寻人|已达|失踪|被俘"], onTheWay: ["Orders and reports on the way", "途中之号令与来报"],
  octants: ["east|north-east|north|north-west|west|south-west|south|south-east", "东|东北|北|西北|西|西南|南|东南"], whereAt: ["at {0}", "在{0}"], whereOff: ["{0} m {1} of {2}", "{2}{1} {0} 米"],
  noteAt: ["Note at {0}", "{0} 备注"], takeOff: ["Remove", "移除"], keptRun: ["kept with the run", "随推演保存"], keptHere: ["kept in this browser", "存于本浏览器"], kNote: ["write a note here", "在此写备注"],
  kFold: ["put the side panel away, bring it back", "收起、展开侧栏"], touchHint: ["On a touch screen: press long to choose, draw on to count.", "触屏：长按选取，续拖计数。"],
  chartFight: ["Men in hand-to-hand fight", "白刃相搏之人"], chartSight: ["How far the middle man sees", "居中者能见"], chartNoise: ["Noise about the middle man", "居中者周围噪声"], hereBefore: ["What happened here", "此地所生之事"],
  moving: ["Film", "影片"], beginAt: ["From second", "自第几秒"], halfSize: ["half the size", "半幅"], filmMp4: ["Film (MP4)", "影片（MP4）"], filmGif: ["Film (GIF)", "动图（GIF）"],
  armLance: ["lance, spear", "枪矛"], armBow: ["bow", "弓"], armGun: ["gun", "铳"],
  m: ["{0} m", "{0} 米"], km: ["{0} km", "{0} 公里"], li: ["{0} li", "{0} 里"], bu: ["{0} bu", "{0} 步"],
  summary: ["{0} men; {1} in ranks, {2} in flight, {3} out.", "{0}人：在列{1}，溃逃{2}，伤亡{3}。"], seenAgo: ["{0} old · {1}%", "{0}前 · {1}%"], secondsAgo: ["{0} s", "{0}秒"], minutesAgo: ["{0} min", "{0}分"],
  heardNotSeen: ["heard, not seen · {0}%", "闻而未见 · {0}%"], first: ["First: {0}", "甲：{0}"], second: ["Second: {0}", "乙：{0}"], chooseSecond: ["Choose a second run to lay beside this one", "另选一次推演并列"],
  stopCompare: ["Back to one table", "回到单图"], differs: ["Differences now", "此刻之别"], now: ["now", "此刻"], later: ["A fork needs linghe serve and a run of its own.", "分支需 linghe serve 及其推演。"],
  forkSetWind: ["the wind", "风向风力"], forkDrum: ["the drum of a person falls silent", "某人之鼓止"], forkBanner: ["the banner of a person goes down", "某人之旗倒"], forkKill: ["a person falls", "某人倒下"], forkFrom: ["Wind from (0 north, 90 east)", "风自（0北，90东）"], forkSpeed: ["Speed (m/s)", "风速（米/秒）"], forkHow: ["The battle is fought again from its last keyframe with the same luck; lay both side by side from the gallery when it is done.", "战事自最近的关键帧以同一运数重演；完成后可在战例中并列对照。"], changed: ["changed", "有干预"],
  forkAt: ["Fork at {0}", "自 {0} 分支"], forkChange: ["What is to change", "改变何事"], forkGo: ["Fight on from here", "自此再战"], key: ["key", "图例"],
  kSpace: ["play or pause", "播放／暂停"], kArrows: ["10 s back, on; with shift 60 s", "前后 10 秒；加 Shift 60 秒"], kFrame: ["one second back, on", "前后 1 秒"], kEvent: ["previous, next event", "上一、下一事件"], kMarks: ["to a bookmark", "跳至书签"],
  kMark: ["set a bookmark", "记书签"], kZoom: ["nearer, farther, whole field", "放大、缩小、全场"], kPan: ["move the map (with alt)", "移动地图（加 Alt）"], kTab: ["next unit", "下一部队"], kHelp: ["this list", "此表"], kEsc: ["close, choose nothing", "关闭、取消选择"],
  verbs: ["do nothing|hold|gather the men|march|withdraw|pursue|attack|hold the line|collect stragglers|join him|stay beside him|fetch troops|report|light the grass|cover the others|strike back|lead the attack in person",
    "不动|驻守|收拢人马|行军|撤退|追击|进攻|扼守战线|收容散卒|会合|侍立左右|往调援兵|禀报|纵火烧草|掩护他部|反击|亲自领兵进击"],
  causes: ["|enemies near|shock|friends fallen|flight seen|smoke|being alone|calm of others|his leader|the high commander|the drum|safety gained|the crowd of friends|an order|a wound|an arrow|a blow|bleeding|trampling|the water|being surrounded|what he believes|what he sees|a report|the deadline|an intervention|the fire|own losses|the example of others|his men's urging|a bond of kin",
    "|敌近|惊骇|同袍倒下|见人奔逃|烟|孤身|旁人镇定|本队之将|主帅|鼓声|已得安全|友众聚集|号令|受伤|中箭|受刃|失血|践踏|水|被围|心中所信|目见|来报|限期|外加干预|火势|己方伤亡|见旁人所为|部下劝说|骨肉之情"],
  courierTo: ["to {0}: {1}", "传{0}：{1}"], report: ["a report", "来报"], broken: ["broken", "溃散"], formed: ["in ranks", "成列"], collecting: ["collecting", "收容"], whereAre: ["place", "位置"], mean: ["mean fear", "平均恐惧"],
  torn: ["The record ends here; the run was cut or still goes on.", "记录止于此：推演中断或仍在进行。"], opening: ["Opening…", "正在打开…"], chart: ["Over time", "随时间"], download: ["Download", "下载"],
  goOn: ["Go on", "续战"], effects: ["What came of it", "其后"], more: ["and {0} more", "另有 {0} 事"], experiment: ["Same luck without it", "同一运数，去此一因"],
  experimentHow: ["The battle is fought again from this moment without {0}, and laid beside this one.", "自此刻起去掉{0}，以同一运数重演，并列对照。"], forkWork: ["Fighting on: {0}%", "续战中：{0}%"],
  noDrum: ["any drum", "一切鼓声"], noBanner: ["any banner", "一切大旗"], noSmoke: ["smoke", "烟"], noContagion: ["fear that passes from man to man", "恐惧的传染"], noLeader: ["leaders' calm", "将领之镇定"], noFire: ["fire", "火"], noCouriers: ["couriers", "传令骑"], noShoot: ["shooting", "射击"], noFight: ["hand-to-hand fighting", "白刃战"],
  heardTo: ["heard to here", "声闻至此"],
  menu: ["More", "更多"], swarm: ["men", "人"], host: ["Host", "全军"], all: ["all", "全部"],
} as const satisfies Record<string, readonly [string, string]>;

export type Word = keyof typeof W;

export function say(lang: Lang, word: Word, ...parts: (string | number)[]): string {
  const text: string = lang === "en" ? W[word][0] : lang === "zh-Hans" ? W[word][1] : hant(W[word][1]);
  return parts.length === 0 ? text : text.replace(/\{(\d)\}/g, (_, k: string) => String(parts[Number(k)] ?? ""));
}
export const pick = (lang: Lang, word: Word, k: number): string => say(lang, word).split("|")[k] ?? "";

export function nameOf(lang: Lang, t: Text | undefined): string {
  if (!t) return "";
  if (lang === "en") return t.en || t.zh;
  const zh = t.zh || t.en;
  return lang === "zh-Hant" ? hant(zh) : zh;
}
export const both = (lang: Lang, en: string, zh: string): string => nameOf(lang, { en, zh });

/** Thousands comma and true minus in both languages. */
export const number = (n: number): string => {
  const s = Math.abs(Math.round(n)).toString().replace(/\B(?=(\d{3})+$)/g, ",");
  return n < 0 && Math.round(n) !== 0 ? "−" + s : s;
};
/** +12:00 */
export function clockText(seconds: number): string {
  const s = Math.floor(Math.abs(seconds) + 1e-6), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
  const two = (v: number): string => String(v).padStart(2, "0");
  return (seconds < -0.5 ? "−" : "+") + (h > 0 ? `${h}:${two(m)}` : String(m)) + ":" + two(s % 60);
}
export const percent = (share: number): string => `${Math.round(share * 100)}%`;
export const decimal = (v: number, places = 2): string => (v < 0 ? "−" : "") + Math.abs(v).toFixed(places);
