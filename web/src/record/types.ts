/** What a view file holds: the header (who, where, map), its layers, and the frame of one second. */

export const NO_ROW = 0xffffffff;
export const NO_PERSON = 0xffff;

export interface Text { en: string; zh: string }
export interface Point { x_m: number; y_m: number }

export interface Side { id: string; name: Text }
export interface Colours {
  id: string; name: Text; side: number;
  fill_light: string; border_light: string; fill_dusk: string; border_dusk: string;
}
export interface Troop { id: string; name: Text; arm: number; mounted: boolean; reach_m: number }
export interface Force { id: string; name: Text; parent: number; side: number; commander: number }
export interface Unit {
  id: string; name: Text; force: number; side: number; colours: number; troop: number;
  first_man: number; men: number; leader: number; frontage_m: number;
}
export interface Person {
  id: string; name: Text; named: boolean; great_banner: boolean; side: number; drums: number;
  rides_with: number; man: number; commands: number; superior: number; drum_lw_db: number; banner_side_m: number;
  /** not in records of releases before sections 39 to 41 */
  horns?: number; gongs?: number;
}
export interface Place {
  id: string; name: Text; x_m: number; y_m: number; is_line: boolean; on_map: boolean; x1_m: number; y1_m: number;
}
export interface SmokeSource {
  id: string; x0_m: number; y0_m: number; x1_m: number; y1_m: number;
  white: boolean; flaming: boolean; from_tick: number; until_tick: number;
}
export interface Intervention { id: string; text: string; tick: number }
export interface Grid { x0_m: number; y0_m: number; cell_m: number; nx: number; ny: number }

export interface River {
  id: string; name_en: string; name_zh: string; centre: Point[];
  channel_width_m: number; bank_height_m: number; water_width_m: number; depth_m: number;
}
export interface Ramp { id: string; name_en: string; name_zh: string; at: Point; width_m: number }
export interface Gate { at: Point; width_m: number }
export interface Hill { at: Point; radius_m: number; height_m: number }
export interface Road { id: string; line: Point[]; width_m: number }
export interface Patch { cover: number; ring: Point[] }
export interface Wall {
  id: string; line: Point[]; height_m: number; thickness_m: number; gates: Gate[]; name_en: string; name_zh: string;
}
export interface Ditch { id: string; line: Point[]; width_m: number; depth_m: number; water_m: number }
export interface MapVectors {
  rivers?: River[]; ramps?: Ramp[]; hills?: Hill[]; roads?: Road[]; patches?: Patch[]; walls?: Wall[]; ditches?: Ditch[];
}
export type ViewMap = Grid & MapVectors;

export interface Header {
  release: string; build: string; scenario_id: string; title: Text; scenario_hash: string; seed: string;
  ticks_per_second: number; end_tick: number; clock_zero_tick: number; without: string[];
  sides: Side[]; colours: Colours[]; troops: Troop[]; forces: Force[]; units: Unit[]; persons: Person[];
  places: Place[]; smoke_sources: SmokeSource[]; interventions: Intervention[];
  smoke: Grid; men: number; map: ViewMap;
}

/** Map layers are row-major from the south-west corner; the rest has one entry a man. */
export interface Layers {
  height_m: Float32Array; water_m: Float32Array; cover: Uint8Array; bank: Uint8Array;
  homeUnit: Uint16Array; number: Uint16Array; troop: Uint8Array; side: Uint8Array;
}

export interface ChunkRef { offset: number; length: number; first: number; seconds: number; partial: boolean }

/** Columns of one row per unit, as of the last multiple of 5 s. */
export const UNIT_COLUMNS = 10; // x dm, y dm, in hand, fleeing, fallen, mean fear, heading, verb, flags, commander
/** Columns of one row per person. */
export const PERSON_COLUMNS = 7; // x dm, y dm, felt, shown, verb, flags, towards

export interface Courier {
  id: number; order: number; from: number; to: number;
  x_m: number; y_m: number; goal_x_m: number; goal_y_m: number; state: number;
  /** event in which what he carries was given, 0 none; not in older records */
  event?: number;
  /** a report or question, not an order; not in older records */
  report?: boolean;
}
export interface Arrows { x_m: number; y_m: number; count: number }
export interface Belief {
  slot: number; kind: number; owner: number; subject: number; x_m: number; y_m: number; spread_m: number;
  /** -1: unknown */
  men: number; confidence: number; alive: number; tick: number; source: number; told_by: number;
}

/** The battle at one whole second. Places are true to 0.6 m; between two seconds a viewer may go straight. */
export interface Frame {
  second: number;
  /** metres, x and y in turn */
  xy: Float32Array;
  /** where each man was 30 s ago (or at the earliest second at hand) */
  trail: Float32Array;
  /** heading (1/256 turn, 0 east, anticlockwise), then the bytes A, B, C of the handbook */
  look: Uint8Array;
  unit: Uint16Array;
  wind: [number, number];
  smokeBlack: Uint8Array; smokeWhite: Uint8Array;
  /** as smoke; empty: none in this minute, or a record that holds none */
  dust: Uint8Array;
  /** 0 where it is dry or an older record holds no weather */
  rain_mm_h: number;
  /** whether the record tells of rain or light in this minute */
  weather: boolean;
  /** light on level ground; null: not known */
  light_lux: number | null;
  /** a state for each cell of the map (0 unburnt, 1 flaming, 2 smouldering, 3 burnt); empty: no fire */
  fire: Uint8Array;
  units: Int32Array; persons: Int32Array;
  couriers: Courier[]; arrows: Arrows[]; beliefs: Belief[];
}

/** Events, column by column. */
export interface Events {
  count: number;
  id: Uint32Array; tick: Int32Array; kind: Uint8Array; subjectKind: Uint8Array; subject: Uint32Array;
  /** NO_ROW: none */
  other: Uint32Array;
  x_m: Float32Array; y_m: Float32Array; value: Int32Array;
  /** three causes and three shares (of 255) of each event */
  causes: Uint8Array; shares: Uint8Array;
  /** id of the event behind it, 0 none */
  parent: Uint32Array;
}

export const status = (a: number): number => a & 7;
export const heart = (a: number): number => (a >> 3) & 7;
export const horse = (a: number): number => (a >> 6) & 3;
export const doing = (b: number): number => b & 15;
export const goal = (b: number): number => b >> 4;
export const wound = (c: number): number => c & 3;
export const fear = (c: number): number => c >> 2;

/** Extinction coefficient in 1/m of a smoke level 0..255; sight is about 3 / it. */
export const smokePerM = (level: number): number => (level >= 255 ? 12.75 : (0.05 * level) / (255 - level));
