import type { Layer } from "./canvas.ts";
import { darken, lighten, mixColors } from "./color.ts";
import { box, circle, grid, line, type Outline, path, repeat, rotate } from "./outline.ts";
import { type Drawing, ink, paper, wood } from "./palette.ts";

/** Create a pattern of leaves and dots, in the style of a block print, that is clipped to an outline. */
function createBlockPrint(within: Outline, color: string): Layer[] {
  const leaf = path("M0 -38 C25 -17 25 17 0 38 C-25 17 -25 -17 0 -38");
  const places = grid([150, 210], [660, 680], 98);
  return [
    {
      outline: repeat([...rotate(leaf, 45, [0, 0]), ...rotate(leaf, -45, [0, 0])], places),
      within,
      fill: color,
    },
    {
      outline: repeat(
        circle(0, 0, 8),
        places.map(([x, y]) => [x + 49, y] as const),
      ),
      within,
      fill: color,
    },
  ];
}

/** Create horizontal stripes that are clipped to an outline. */
function createStripes(within: Outline, color: string): Layer[] {
  const places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => [0, n * 44] as const);
  return [{ outline: repeat(box(100, 190, [600, 14]), places), within, fill: color, opacity: 0.9 }];
}

export const tote: Drawing = ({ main, accent }) => {
  const body = path("M236 340 L564 340 L588 632 Q590 650 572 650 L228 650 Q210 650 212 632");
  return [
    { outline: line("M330 350 C330 130 470 130 470 350", 17), fill: darken(main, 0.24) },
    { outline: body, fill: main },
    ...createBlockPrint(body, accent),
    { outline: path("M236 340 L564 340 L566 366 L234 366"), fill: darken(main, 0.1) },
    { outline: line("M312 350 C312 140 488 140 488 350", 17), fill: darken(main, 0.12) },
  ];
};

const shirt = path(
  "M318 226 L236 262 L150 384 L226 440 L262 398 L262 634 Q262 650 278 650 L522 650 Q538 650 538 634 L538 398 L574 440 L650 384 L564 262 L482 226 C470 276 330 276 318 226",
);

export const tee: Drawing = ({ main, accent }) => [
  { outline: shirt, fill: [lighten(main, 0.06), darken(main, 0.06)] },
  {
    outline: path("M262 398 L262 634 Q262 650 278 650 L310 650 Q284 520 292 360"),
    fill: darken(main, 0.16),
    opacity: 0.5,
  },
  { outline: line("M318 228 C332 284 468 284 482 228", 15), fill: darken(main, 0.16) },
  { outline: circle(400, 436, 66), fill: accent },
  {
    outline: path("M326 470 Q364 420 400 452 Q436 484 476 440 L476 520 L326 520"),
    within: circle(400, 436, 66),
    fill: darken(main, 0.3),
  },
];

export const shirtPrinted: Drawing = ({ main, accent }) => [
  { outline: shirt, fill: main },
  ...createBlockPrint(shirt, accent),
  { outline: line("M400 280 L400 648", 5), fill: darken(main, 0.25) },
  {
    outline: repeat(
      circle(0, 0, 7),
      [330, 400, 470, 540, 610].map((y) => [400, y] as const),
    ),
    fill: paper,
  },
  { outline: path("M318 226 L350 214 L400 284 L364 316"), fill: lighten(main, 0.18) },
  { outline: path("M482 226 L450 214 L400 284 L436 316"), fill: lighten(main, 0.1) },
];

export const cap: Drawing = ({ main, accent }) => {
  const dome = path("M220 540 C210 350 320 270 410 270 C510 270 590 350 588 540");
  const layers: Layer[] = [
    { outline: dome, fill: [lighten(main, 0.1), main] },
    { outline: line("M404 272 C360 340 340 440 344 540", 4), fill: darken(main, 0.2) },
    { outline: line("M410 272 C470 340 496 440 494 540", 4), fill: darken(main, 0.2) },
    {
      outline: path("M214 530 C330 490 500 490 592 530 C680 548 720 590 706 614 C560 560 340 556 214 560"),
      fill: darken(main, 0.14),
    },
    { outline: circle(408, 270, 14), fill: accent },
    { outline: box(372, 400, [84, 68, 14]), fill: accent },
    { outline: path("M388 452 L414 414 L440 452"), fill: paper },
  ];
  // The whole cap is moved down by 34.
  return layers.map((layer) => ({ ...layer, outline: repeat(layer.outline, [[0, 34]]) }));
};

export const cushion: Drawing = ({ main, accent }) => {
  const body = path("M190 250 Q400 284 610 250 Q580 450 612 648 Q400 616 188 648 Q220 450 190 250");
  return [
    { outline: body, fill: main },
    ...createBlockPrint(body, accent),
    { outline: path("M188 648 Q220 450 190 250 Q240 450 230 640"), within: body, fill: ink, opacity: 0.1 },
    { outline: line("M204 264 Q400 298 596 264", 4), fill: paper, opacity: 0.6 },
    { outline: line("M204 634 Q400 604 596 634", 4), fill: paper, opacity: 0.6 },
  ];
};

export const apron: Drawing = ({ main, accent }) => {
  const body = path(
    "M318 250 L482 250 Q486 340 566 380 L566 632 Q566 650 548 650 L252 650 Q234 650 234 632 L234 380 Q314 340 318 250",
  );
  return [
    { outline: line("M326 256 C320 130 480 130 474 256", 15), fill: darken(main, 0.2) },
    { outline: line("M240 392 Q190 400 168 450", 13), fill: darken(main, 0.2) },
    { outline: line("M560 392 Q610 400 632 450", 13), fill: darken(main, 0.2) },
    { outline: body, fill: [main, darken(main, 0.08)] },
    { outline: box(310, 440, [180, 120, 16]), fill: darken(main, 0.12) },
    { outline: box(310, 440, [180, 24, 6]), fill: accent },
    { outline: line("M400 464 L400 556", 4), fill: darken(main, 0.28) },
  ];
};

export const towels: Drawing = ({ main, accent }) => {
  const colors = [mixColors(main, accent, 0.6), lighten(main, 0.35), main];
  const folds = colors.flatMap((color, n): Layer[] => {
    const y = 540 - n * 112;
    const body = box(206, y, [388, 106, 44]);
    return [
      { outline: body, fill: [lighten(color, 0.1), darken(color, 0.08)] },
      { outline: line(`M250 ${y + 54} L594 ${y + 54}`, 5), within: body, fill: darken(color, 0.2) },
      { outline: box(470, y, [16, 106]), within: body, fill: paper, opacity: 0.75 },
      { outline: box(498, y, [8, 106]), within: body, fill: paper, opacity: 0.75 },
    ];
  });
  return folds;
};

export const cloth: Drawing = ({ main, accent }) => {
  const back = path("M230 300 L620 300 Q640 300 640 320 L640 632 Q640 650 622 650 L250 650");
  const front = path(
    "M170 270 Q170 252 188 252 L540 252 Q560 252 560 272 L560 632 Q560 650 542 650 L188 650 Q170 650 170 632",
  );
  return [
    { outline: back, fill: darken(main, 0.2) },
    { outline: front, fill: main },
    ...createBlockPrint(front, accent),
    { outline: box(170, 572, [390, 50]), within: front, fill: accent },
    {
      outline: repeat(
        path("M0 44 L22 6 L44 44"),
        [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => [168 + n * 44, 574] as const),
      ),
      within: front,
      fill: main,
    },
  ];
};

export const socks: Drawing = ({ main, accent }) => {
  const sock = path(
    "M0 0 L104 0 L104 210 Q104 236 126 248 L196 286 Q232 306 218 340 Q206 364 170 362 L70 356 Q0 352 0 290",
  );
  const drawSock = (dx: number, dy: number): Layer[] => {
    const body = repeat(sock, [[dx, dy]]);
    return [
      { outline: body, fill: [main, darken(main, 0.06)] },
      ...createStripes(body, accent),
      { outline: repeat(box(-6, -6, [116, 44, 12]), [[dx, dy]]), fill: accent },
      {
        outline: repeat(path("M126 366 Q176 300 240 300 L240 370"), [[dx, dy]]),
        within: body,
        fill: accent,
      },
    ];
  };
  return [...drawSock(346, 230), ...drawSock(214, 288)];
};

export const umbrella: Drawing = ({ main, accent }) => {
  const canopy = path(
    "M140 430 C150 270 280 190 400 190 C520 190 650 270 660 430 Q615 386 572 430 Q530 386 486 430 Q443 386 400 430 Q357 386 314 430 Q270 386 228 430 Q185 386 140 430",
  );
  return [
    { outline: line("M400 170 L400 600 Q400 650 446 650 Q486 650 486 606", 14), fill: wood },
    { outline: canopy, fill: [lighten(main, 0.12), main] },
    {
      outline: path(
        "M400 190 C330 230 310 340 314 430 Q357 386 400 430 Q443 386 486 430 C490 340 470 230 400 190",
      ),
      fill: accent,
      opacity: 0.85,
    },
    {
      outline: path("M400 190 C240 240 226 340 228 430 Q185 386 140 430 C150 270 280 190 400 190"),
      fill: darken(main, 0.1),
    },
    { outline: circle(400, 184, 12), fill: wood },
  ];
};
