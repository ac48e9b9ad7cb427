/** A bare field for tests: flat dry ground, nobody on it, nothing in the air. */
import { PERSON_COLUMNS, type Frame, type Header, type Layers, type Person } from "../../src/record/types";

export const person = (o: Partial<Person> = {}): Person => ({ id: "p", name: { en: "The lord", zh: "主" }, named: true, great_banner: false, side: 0, drums: 1, rides_with: 0, man: 0,
  commands: 0, superior: 0xffffffff, drum_lw_db: 122, banner_side_m: 1.5, ...o });

export function field(n = 400, cell_m = 10): { h: Header; layers: Layers; frame: (o?: Partial<Frame>) => Frame } {
  const half = (n * cell_m) / 2, cells = n * n;
  const h = {
    sides: [{ id: "a", name: { en: "A", zh: "甲" } }], colours: [], troops: [], forces: [], units: [], persons: [person()], places: [], smoke_sources: [], interventions: [],
    smoke: { x0_m: -half, y0_m: -half, cell_m: 20, nx: n / 2, ny: n / 2 }, men: 0, ticks_per_second: 10,
    map: { x0_m: -half, y0_m: -half, cell_m, nx: n, ny: n },
  } as unknown as Header;
  const layers = { height_m: new Float32Array(cells), water_m: new Float32Array(cells), cover: new Uint8Array(cells), bank: new Uint8Array(cells),
    homeUnit: new Uint16Array(0), number: new Uint16Array(0), troop: new Uint8Array(0), side: new Uint8Array(0) };
  const persons = new Int32Array(PERSON_COLUMNS);
  persons[5] = 1 | 2; // alive, drum beaten
  const frame = (o: Partial<Frame> = {}): Frame => ({ second: 0, xy: new Float32Array(0), trail: new Float32Array(0), look: new Uint8Array(0), unit: new Uint16Array(0), wind: [0, 0],
    smokeBlack: new Uint8Array((n * n) / 4), smokeWhite: new Uint8Array((n * n) / 4), dust: new Uint8Array(0), weather: false, rain_mm_h: 0, light_lux: null, fire: new Uint8Array(0),
    units: new Int32Array(0), persons, couriers: [], arrows: [], beliefs: [], ...o });
  return { h, layers, frame };
}
