import type { Layer } from "./canvas.ts";
import { darken, lighten, mixColors } from "./color.ts";
import { box, circle, ellipse, grid, line, path, repeat } from "./outline.ts";
import { type Drawing, ink, paper, wood } from "./palette.ts";

export const mug: Drawing = ({ main, accent }) => {
  const body = path("M235 300 L525 300 L525 570 Q525 650 445 650 L315 650 Q235 650 235 570");
  const glaze = path("M225 300 L535 300 L535 400 Q500 440 450 408 Q400 376 350 414 Q290 452 225 402");
  return [
    { outline: line("M520 372 C640 350 640 548 516 544", 40), fill: darken(main, 0.1) },
    { outline: body, fill: [main, darken(main, 0.1)] },
    { outline: glaze, within: body, fill: accent },
    {
      outline: path("M262 330 Q258 450 274 590 Q284 612 300 606 Q286 450 292 330"),
      fill: paper,
      opacity: 0.28,
    },
    { outline: ellipse(380, 300, [145, 26]), fill: lighten(accent, 0.3) },
    { outline: ellipse(380, 303, [126, 19]), fill: darken(accent, 0.45) },
  ];
};

export const teapot: Drawing = ({ main, accent }) => {
  const body = path(
    "M400 330 C560 330 600 440 590 520 C580 610 500 650 400 650 C300 650 220 610 210 520 C200 440 240 330 400 330",
  );
  return [
    {
      outline: path("M560 450 C640 440 640 350 690 330 L712 352 C680 400 690 540 560 560"),
      fill: darken(main, 0.08),
    },
    { outline: line("M268 400 C230 190 570 190 532 400", 24), fill: accent },
    { outline: body, fill: [lighten(main, 0.12), darken(main, 0.12)] },
    {
      outline: path("M200 560 Q400 610 600 560 L600 590 Q400 640 200 590"),
      within: body,
      fill: accent,
      opacity: 0.85,
    },
    { outline: ellipse(400, 352, [104, 34]), fill: darken(main, 0.16) },
    { outline: path("M300 350 C310 300 490 300 500 350 Q400 384 300 350"), fill: lighten(main, 0.1) },
    { outline: circle(400, 294, 24), fill: accent },
    { outline: path("M262 440 C252 490 258 540 282 580 Q270 500 292 430"), fill: paper, opacity: 0.3 },
  ];
};

export const bowl: Drawing = ({ main, accent }) => {
  const body = path("M190 390 C196 560 290 640 400 640 C510 640 604 560 610 390");
  return [
    { outline: box(320, 620, [160, 34, 10]), fill: darken(main, 0.2) },
    { outline: body, fill: [main, darken(main, 0.14)] },
    { outline: path("M180 470 Q400 540 620 470 L620 500 Q400 570 180 500"), within: body, fill: accent },
    {
      outline: path("M180 520 Q400 590 620 520 L620 530 Q400 600 180 530"),
      within: body,
      fill: accent,
      opacity: 0.7,
    },
    { outline: ellipse(400, 390, [210, 52]), fill: lighten(main, 0.35) },
    { outline: ellipse(400, 394, [190, 41]), fill: darken(mixColors(main, accent, 0.25), 0.12) },
    { outline: ellipse(400, 408, [150, 25]), fill: lighten(main, 0.1), opacity: 0.5 },
  ];
};

export const plate: Drawing = ({ main, accent }) => {
  const rimAngles = Array.from({ length: 24 }, (_, n) => (n / 24) * 2 * Math.PI);
  return [
    { outline: circle(408, 446, 236), fill: ink, opacity: 0.12 },
    { outline: circle(400, 430, 236), fill: lighten(main, 0.2) },
    { outline: circle(400, 430, 222), fill: main },
    {
      outline: rimAngles.flatMap((angle) =>
        circle(400 + 194 * Math.cos(angle), 430 + 194 * Math.sin(angle), 11),
      ),
      fill: accent,
    },
    { outline: circle(400, 430, 160), fill: darken(main, 0.1) },
    { outline: circle(400, 434, 156), fill: [lighten(main, 0.1), lighten(main, 0.4)] },
    {
      outline: path("M400 350 C440 390 440 470 400 510 C360 470 360 390 400 350"),
      fill: accent,
      opacity: 0.9,
    },
    { outline: line("M400 330 L400 540", 5), fill: darken(accent, 0.2) },
  ];
};

export const board: Drawing = ({ main, accent }) => {
  const body = path(
    "M250 330 Q250 290 290 290 L352 290 Q372 290 372 268 L372 190 Q372 160 400 160 Q428 160 428 190 L428 268 Q428 290 448 290 L510 290 Q550 290 550 330 L550 610 Q550 650 510 650 L290 650 Q250 650 250 610",
  );
  const grain = [320, 380, 440, 500, 560, 610].map((y, n): Layer => {
    const bend = n % 2 ? 14 : -12;
    return {
      outline: line(`M240 ${y} Q400 ${y + bend} 560 ${y}`, 4),
      within: body,
      fill: darken(main, 0.14),
      opacity: 0.6,
    };
  });
  return [
    { outline: body, fill: [lighten(main, 0.12), darken(main, 0.06)] },
    ...grain,
    { outline: path("M240 520 L560 440 L560 660 L240 660"), within: body, fill: accent, opacity: 0.9 },
    { outline: circle(400, 200, 15), fill: darken(main, 0.4) },
  ];
};

export const spoons: Drawing = ({ main, accent }) => [
  { outline: line("M300 640 L350 330", 26), fill: darken(main, 0.08) },
  {
    outline: path("M330 350 C300 300 310 180 366 176 C420 176 424 310 374 352"),
    fill: [lighten(main, 0.1), main],
  },
  { outline: path("M346 310 C334 270 344 214 368 212 C392 214 390 280 372 316"), fill: darken(main, 0.14) },
  { outline: line("M500 640 L452 340", 26), fill: darken(wood, 0.22) },
  {
    outline: path("M420 350 L412 200 Q412 178 436 176 L486 170 Q506 170 506 192 L500 342 Q460 366 420 350"),
    fill: darken(wood, 0.14),
  },
  {
    outline: repeat(box(0, 0, [9, 80, 4]), [
      [440, 220],
      [464, 217],
    ]),
    fill: darken(wood, 0.4),
  },
  { outline: line("M304 610 L309 580", 30), fill: accent },
  { outline: line("M495 610 L490 580", 30), fill: accent },
];

export const bottle: Drawing = ({ main, accent }) => {
  const body = path(
    "M362 230 L438 230 L438 300 C438 350 500 350 500 420 L500 610 Q500 650 460 650 L340 650 Q300 650 300 610 L300 420 C300 350 362 350 362 300",
  );
  return [
    { outline: body, fill: [lighten(main, 0.2), main] },
    { outline: box(280, 400, [240, 300]), within: body, fill: darken(main, 0.12), opacity: 0.6 },
    { outline: box(354, 168, [92, 74, 12]), fill: accent },
    { outline: box(354, 214, [92, 12]), fill: darken(accent, 0.15) },
    { outline: box(300, 450, [200, 130]), fill: paper },
    { outline: box(300, 462, [200, 6]), fill: accent },
    { outline: box(300, 562, [200, 6]), fill: accent },
    { outline: circle(400, 504, 22), fill: main },
    { outline: repeat(box(0, 0, [90, 7, 3]), [[355, 538]]), fill: ink, opacity: 0.6 },
    { outline: box(318, 400, [16, 236, 8]), fill: paper, opacity: 0.3 },
  ];
};

export const vase: Drawing = ({ main, accent, background }) => {
  const body = path(
    "M352 360 C352 420 270 450 270 540 C270 620 330 650 400 650 C470 650 530 620 530 540 C530 450 448 420 448 360",
  );
  const stems = [
    "M396 370 C390 300 350 240 320 190",
    "M402 370 C404 290 410 220 412 150",
    "M408 370 C430 300 470 260 492 214",
  ];
  const leaf = path("M0 0 C26 -16 40 -60 14 -92 C-14 -66 -22 -20 0 0");
  return [
    { outline: stems.flatMap((stem) => line(stem, 7)), fill: "#6d7f58" },
    {
      outline: repeat(leaf, [
        [334, 230],
        [410, 250],
        [470, 268],
        [372, 312],
        [440, 326],
      ]),
      fill: "#8a9b6e",
    },
    {
      outline: repeat(circle(0, 0, 26), [
        [318, 184],
        [413, 140],
        [498, 204],
      ]),
      fill: mixColors(accent, background, 0.15),
    },
    {
      outline: repeat(circle(0, 0, 10), [
        [318, 184],
        [413, 140],
        [498, 204],
      ]),
      fill: lighten(accent, 0.6),
    },
    { outline: body, fill: [lighten(main, 0.1), darken(main, 0.14)] },
    {
      outline: repeat(circle(0, 0, 9), grid([240, 500], [560, 620], 40)),
      within: body,
      fill: accent,
      opacity: 0.7,
    },
    { outline: ellipse(400, 362, [48, 11]), fill: darken(main, 0.5) },
  ];
};
