/** Colours of both themes: the same tokens as the still pictures. */
import type { Colours } from "../record/types";

export type Theme = "light" | "dusk";
export type Rgb = [number, number, number];

export function rgb(hex: string, otherwise = "#7A4E7E"): Rgb {
  const m = /^#([0-9a-f]{6})$/i.exec(hex) ?? /^#([0-9a-f]{6})$/i.exec(otherwise)!, v = parseInt(m[1], 16);
  return [(v >> 16) / 255, ((v >> 8) & 255) / 255, (v & 255) / 255];
}
export const css = (hex: string, alpha: number): string => {
  const [r, g, b] = rgb(hex);
  return `rgba(${Math.round(r * 255)},${Math.round(g * 255)},${Math.round(b * 255)},${alpha})`;
};

const light = {
  paper: "#F4EFE4", panel: "#FBF8F1", ink: "#23262B", ink2: "#55565A", ink3: "#6B6861", rule: "#D3CAB9",
  cinnabar: "#A63A2B", belief: "#6A4A90", waterText: "#2A5668",
  resolve: ["#274F5C", "#86A596", "#E3C67C", "#B0532A", "#5B8DB8", "#CBC6BF"],
  grass: "#EEE6CD", grass2: "#E2D8B6", burnt: "#ACA194", burnt2: "#968B80", sand: "#F3EBD6", water: "#ABC8CD",
  deep: "#8AB0BA", wood: "#C3CBA0", crop: "#E6DDAF", reed: "#D5D6AE", light: "#FFFBF0", shade: "#807884",
  lightShare: 0.52, shadeShare: 0.46, contour: "#A88458", road: "#7A5C38", roadFill: "#FBF5E6",
  tuft: "rgba(140,116,62,.42)", hachure: "rgba(92,72,48,.62)", waterline: "rgba(47,94,112,.5)", tree: "rgba(94,112,66,.55)",
  smokeBlack: "#424250", smokeWhite: "#F8F6F2", dust: "#C9B48A", smokeUnder: 0.38, smokeOver: 0.13, flame: "#E0602A", ember: "#A63A2B", glow: 0.13,
  outline: "#23262B", pale: "#FBF8F1", halo: "rgba(248,244,234,.88)", dead: "#232020", deadAlpha: 0.55,
  slip: "rgba(251,248,241,.93)", slipEdge: "rgba(35,38,43,.35)", frame: "#23262B", arrowWhite: "#FFFDF8", helmet: "#3B3633",
  weapon: "#3B2F24", coats: ["#5b4636", "#6d5340", "#3d342e", "#7d6a55", "#8c8378", "#4a3b30"], paleTrail: "#6F6A60",
};
export type Palette = typeof light;
const dusk: Palette = {
  paper: "#1A2028", panel: "#1F262F", ink: "#EAE4D6", ink2: "#B7B1A4", ink3: "#949083", rule: "#3A444F",
  cinnabar: "#EE8F78", belief: "#C2A9E8", waterText: "#9CC4D3",
  resolve: ["#63A3B0", "#4E6D66", "#EAD28C", "#CF6A3A", "#B5CDF2", "#42474E"],
  grass: "#323736", grass2: "#2B3132", burnt: "#1E1F22", burnt2: "#17181B", sand: "#424340", water: "#3A5C6C",
  deep: "#2C4A5C", wood: "#2B3A30", crop: "#3A3C33", reed: "#343A32", light: "#96826E", shade: "#080C18",
  lightShare: 0.39, shadeShare: 0.34, contour: "#6E644E", road: "#9A8662", roadFill: "#3C4040",
  tuft: "rgba(168,150,104,.26)", hachure: "rgba(170,160,136,.4)", waterline: "rgba(143,186,203,.42)", tree: "rgba(122,150,112,.4)",
  smokeBlack: "#7A7A86", smokeWhite: "#96969E", dust: "#8C7B58", smokeUnder: 0.44, smokeOver: 0.2, flame: "#FF8A3C", ember: "#F2603A", glow: 0.2,
  outline: "#0B0E12", pale: "#EDF1EA", halo: "rgba(20,25,32,.86)", dead: "#000000", deadAlpha: 0.7,
  slip: "rgba(26,32,40,.9)", slipEdge: "rgba(234,228,214,.28)", frame: "#8F897B", arrowWhite: "#F1ECE0", helmet: "#15181C",
  weapon: "#0F1114", coats: ["#8a7462", "#9a7d66", "#6f645c", "#a8937b", "#b0a79b", "#7a6858"], paleTrail: "#D8D4C8",
};
export const palette = (t: Theme): Palette => (t === "dusk" ? dusk : light);

/** Marks of the second side have a pale line and square ends; a third side a triangle. */
export interface Banner { fill: string; border: string | null; pale: boolean; side: number }
export function bannerOf(c: Colours, theme: Theme): Banner {
  const fill = theme === "dusk" ? c.fill_dusk : c.fill_light, border = theme === "dusk" ? c.border_dusk : c.border_light;
  return { fill: fill || "#7A4E7E", border: c.side === 1 ? null : border || null, pale: c.side === 1, side: c.side };
}
/** 0 dark .. 1 light, as the eye has it. */
export const lightness = (hex: string): number => { const [r, g, b] = rgb(hex); return 0.3 * r + 0.59 * g + 0.11 * b; };
