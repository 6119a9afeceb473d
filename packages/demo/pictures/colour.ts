/** A colour as `#rrggbb`. */
export type Colour = string;

type Rgb = readonly [red: number, green: number, blue: number];

function rgbOf(colour: Colour): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A colour between two: 0 is the first, 1 the second. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  const parts = a.map((part, index) => Math.round(part + ((b[index] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Towards a warm dark brown, which keeps shadows friendly. */
export function darker(colour: Colour, share = 0.18): Colour {
  return mix(colour, "#2b1d16", share);
}

export function lighter(colour: Colour, share = 0.25): Colour {
  return mix(colour, "#fffdf8", share);
}
