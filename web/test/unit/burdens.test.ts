import { describe, expect, it } from "vitest";
import type { Courier, Frame } from "../../src/record/types";
import type { Battle } from "../../src/state/battle";
import { Burdens } from "../../src/state/burdens";

const order = (tick: number, from: number, to: number, value: number, x_m = 0) => ({ id: tick, tick, kind: 30, subjectKind: 2, subject: from, other: to, x_m, y_m: 0, value, causes: [], parent: 0 });
const rider = (id: number, from: number, to: number, x_m: number): Courier => ({ id, order: 7, from, to, x_m, y_m: 0, goal_x_m: 0, goal_y_m: 0, state: 0 });
const asked = (told: ReturnType<typeof order>[], second: number, couriers: Courier[]): (number | undefined)[] => {
  const b = new Burdens({ chronicle: { told, byId: (id: number) => told.find((e) => e.id === id) ?? null }, tickOf: (s: number) => 10 * s, secondOf: (t: number) => t / 10 } as unknown as Battle);
  return couriers.map((r) => b.of({ second, couriers } as unknown as Frame, r)?.value);
};

describe("a courier whose record names the event", () => {
  const two = [order(100, 1, 2, 5), order(400, 1, 2, 6)];
  it("carries that order, whoever else rides between the same two", () => expect(asked(two, 60, [{ ...rider(1, 1, 2, 400), event: 400, report: false }, { ...rider(9, 1, 2, 100), event: 100, report: false }])).toEqual([6, 5]));
  it("carries a report where it says so, though an order would fit", () => expect(asked(two, 60, [{ ...rider(1, 1, 2, 400), event: 100, report: true }])).toEqual([undefined]));
  it("is judged as in an older record while the minute of that event is not surveyed", () => expect(asked(two, 60, [{ ...rider(1, 1, 2, 100), event: 55, report: false }])).toEqual([6]));
  it("is judged as in an older record when the event gives no order", () => expect(asked([...two, { ...order(450, 2, 1, 99), kind: 33 }], 60, [{ ...rider(1, 1, 2, 100), event: 450, report: false }])).toEqual([6]));
});

describe("a courier of an older record", () => {
  it("carries the order that his sender gave his addressee", () => expect(asked([order(100, 1, 2, 5), order(200, 1, 3, 6)], 60, [rider(1, 1, 2, 300), rider(2, 1, 3, 200)])).toEqual([5, 6]));
  it("carries a report where no order fits", () => expect(asked([order(100, 1, 2, 5)], 60, [rider(1, 2, 1, 0), rider(2, 4, 2, 0)])).toEqual([undefined, undefined]));
  it("cannot carry what is given later, or what he cannot have ridden so far with", () => expect(asked([order(700, 1, 2, 5)], 60, [rider(1, 1, 2, 0)]).concat(asked([order(590, 1, 2, 5)], 60, [rider(1, 1, 2, 900)]))).toEqual([undefined, undefined]));
  it("of two between the same two, the younger carries the younger order", () => expect(asked([order(100, 1, 2, 5), order(400, 1, 2, 6)], 60, [rider(1, 1, 2, 400), rider(9, 1, 2, 100)])).toEqual([5, 6]));
});
