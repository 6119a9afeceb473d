import type { Layer } from "./canvas.ts";
import { darken, lighten, mixColors } from "./color.ts";
import { box, circle, ellipse, grid, line, type Outline, path, repeat, rotate } from "./outline.ts";
import { type Drawing, ink, paper, wood } from "./palette.ts";

export const planter: Drawing = ({ main, accent }) => {
  const leaf = path("M0 0 C60 -40 74 -140 0 -220 C-74 -140 -60 -40 0 0");
  const leaves = [-68, -36, 36, 68, 0].flatMap((angle, n): Layer[] => [
    {
      outline: rotate(repeat(leaf, [[400, 430]]), angle, [400, 440]),
      fill: ["#8fae7c", n % 2 ? "#5f8158" : "#6f9164"],
    },
    { outline: rotate(line("M400 424 L400 240", 4), angle, [400, 440]), fill: "#4d6d49" },
  ]);
  const pot = path("M276 430 L524 430 L494 622 Q490 650 462 650 L338 650 Q310 650 306 622");
  return [
    ...leaves,
    { outline: pot, fill: [main, darken(main, 0.12)] },
    {
      outline: path(
        "M266 520 Q300 500 333 520 Q366 540 400 520 Q433 500 466 520 Q500 540 540 520 L540 550 Q500 570 466 550 Q433 530 400 550 Q366 570 333 550 Q300 530 266 550",
      ),
      within: pot,
      fill: accent,
    },
    { outline: box(258, 406, [284, 46, 12]), fill: lighten(main, 0.12) },
  ];
};

export const lamp: Drawing = ({ main, accent }) => [
  { outline: ellipse(400, 400, [230, 190]), fill: "#fff0c4", opacity: 0.35 },
  { outline: line("M400 400 L400 600", 16), fill: darken(accent, 0.1) },
  { outline: path("M400 470 C450 500 470 560 470 606 L330 606 C330 560 350 500 400 470"), fill: accent },
  { outline: box(300, 604, [200, 46, 20]), fill: darken(accent, 0.14) },
  { outline: path("M312 200 L488 200 L572 424 L228 424"), fill: ["#fff3d2", main] },
  {
    outline: [0, 1, 2, 3, 4, 5, 6].flatMap((n) => line(`M${324 + n * 25} 204 L${246 + n * 51} 420`, 3)),
    fill: darken(main, 0.2),
    opacity: 0.5,
  },
  { outline: box(306, 194, [188, 14, 7]), fill: darken(main, 0.2) },
  { outline: box(222, 416, [356, 16, 8]), fill: darken(main, 0.2) },
];

export const basket: Drawing = ({ main, accent }) => {
  const body = path("M196 380 L604 380 L566 622 Q562 650 534 650 L266 650 Q238 650 234 622");
  const weave = grid([190, 400], [600, 640], 34);
  return [
    { outline: line("M260 390 C250 170 550 170 540 390", 20), fill: darken(main, 0.24) },
    { outline: body, fill: main },
    { outline: repeat(box(0, 0, [28, 12, 5]), weave), within: body, fill: darken(main, 0.2) },
    { outline: box(190, 470, [420, 34]), within: body, fill: accent },
    {
      outline: repeat(
        box(0, 0, [16, 34]),
        Array.from({ length: 13 }, (_, n) => [196 + n * 34, 470] as const),
      ),
      within: body,
      fill: darken(accent, 0.16),
    },
    { outline: box(184, 366, [432, 34, 16]), fill: lighten(main, 0.15) },
    {
      outline: repeat(
        line("M0 30 L20 4", 5),
        Array.from({ length: 14 }, (_, n) => [198 + n * 29, 366] as const),
      ),
      fill: darken(main, 0.25),
    },
  ];
};

export const stool: Drawing = ({ main, accent }) => [
  { outline: line("M290 390 L250 640", 24), fill: darken(main, 0.12) },
  { outline: line("M510 390 L550 640", 24), fill: darken(main, 0.12) },
  { outline: line("M350 400 L340 620", 20), fill: darken(main, 0.3) },
  { outline: line("M450 400 L460 620", 20), fill: darken(main, 0.3) },
  { outline: line("M270 540 L530 540", 14), fill: darken(main, 0.2) },
  { outline: path("M216 356 L584 356 L584 390 Q400 446 216 390"), fill: darken(main, 0.1) },
  { outline: ellipse(400, 356, [184, 50]), fill: lighten(main, 0.12) },
  { outline: ellipse(400, 354, [150, 37]), fill: accent },
  {
    outline: [-96, -48, 0, 48, 96].flatMap((x) => line(`M${400 + x} 320 L${400 + x * 0.96} 390`, 4)),
    within: ellipse(400, 354, [150, 37]),
    fill: darken(accent, 0.2),
  },
  {
    outline: [-18, 0, 18].flatMap((y) => line(`M250 ${354 + y} L550 ${354 + y}`, 4)),
    within: ellipse(400, 354, [150, 37]),
    fill: darken(accent, 0.2),
  },
];

export const clock: Drawing = ({ main, accent }) => {
  const marks = Array.from({ length: 12 }, (_, n) =>
    rotate(box(395, 252, [10, n % 3 ? 18 : 34, 4]), n * 30, [400, 430]),
  );
  return [
    { outline: circle(408, 446, 222), fill: ink, opacity: 0.12 },
    { outline: circle(400, 430, 222), fill: [lighten(main, 0.15), darken(main, 0.12)] },
    { outline: circle(400, 430, 192), fill: paper },
    { outline: marks.flat(), fill: mixColors(main, ink, 0.5) },
    { outline: rotate(line("M400 450 L400 322", 14), -58, [400, 430]), fill: ink },
    { outline: rotate(line("M400 456 L400 276", 9), 54, [400, 430]), fill: ink },
    { outline: rotate(line("M400 470 L400 268", 4), 160, [400, 430]), fill: accent },
    { outline: circle(400, 430, 13), fill: accent },
  ];
};

export const print: Drawing = ({ main, accent, background }) => {
  const view = box(268, 226, [264, 344]);
  return [
    { outline: box(230, 186, [340, 424, 6]), fill: wood },
    { outline: box(244, 200, [312, 396]), fill: paper },
    { outline: view, fill: [lighten(background, 0.5), lighten(accent, 0.55)] },
    { outline: circle(440, 330, 48), fill: accent },
    {
      outline: path("M260 440 Q320 360 400 430 Q470 490 560 400 L560 600 L260 600"),
      within: view,
      fill: mixColors(main, paper, 0.35),
    },
    {
      outline: path("M260 500 Q340 430 420 490 Q490 540 560 480 L560 600 L260 600"),
      within: view,
      fill: main,
    },
    {
      outline: path("M260 550 Q360 500 450 546 Q510 566 560 540 L560 600 L260 600"),
      within: view,
      fill: darken(main, 0.25),
    },
  ];
};

export const notebook: Drawing = ({ main, accent }) => {
  const cover = box(250, 210, [300, 440, 18]);
  return [
    { outline: box(262, 222, [304, 430, 14]), fill: paper },
    { outline: box(262, 630, [304, 8]), fill: darken(paper, 0.12) },
    { outline: cover, fill: [lighten(main, 0.05), darken(main, 0.06)] },
    { outline: box(250, 210, [46, 440]), within: cover, fill: darken(main, 0.22) },
    { outline: box(496, 204, [14, 452, 4]), fill: accent },
    { outline: box(332, 288, [140, 96, 10]), fill: paper },
    { outline: box(352, 318, [100, 9, 4]), fill: ink, opacity: 0.55 },
    { outline: box(352, 340, [70, 9, 4]), fill: ink, opacity: 0.35 },
    { outline: path("M410 650 L434 650 L434 700 L422 688 L410 700"), fill: accent },
  ];
};

export const pencils: Drawing = ({ main, accent }) => {
  const drawPencil = (color: string, angle: number): Layer[] => {
    const tilt = (outline: Outline) => rotate(outline, angle, [400, 640]);
    return [
      { outline: tilt(box(380, 250, [40, 320])), fill: color },
      { outline: tilt(box(394, 250, [12, 320])), fill: lighten(color, 0.25) },
      { outline: tilt(path("M380 250 L400 186 L420 250")), fill: "#ead2ac" },
      { outline: tilt(path("M393 208 L400 186 L407 208")), fill: ink },
    ];
  };
  const cup = path("M290 440 L510 440 L500 622 Q498 650 470 650 L330 650 Q302 650 300 622");
  return [
    ...drawPencil(accent, -17),
    ...drawPencil(mixColors(main, accent, 0.5), 15),
    ...drawPencil(darken(accent, 0.35), -2),
    { outline: cup, fill: [lighten(main, 0.1), darken(main, 0.1)] },
    {
      outline: repeat(circle(0, 0, 7), grid([300, 480], [500, 630], 38)),
      within: cup,
      fill: paper,
      opacity: 0.7,
    },
    { outline: box(282, 428, [236, 26, 10]), fill: lighten(main, 0.2) },
  ];
};
