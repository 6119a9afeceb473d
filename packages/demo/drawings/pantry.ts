import { darken, lighten, mixColors } from "./color.ts";
import { box, circle, ellipse, grid, line, path, repeat } from "./outline.ts";
import { type Drawing, ink, paper, wood } from "./palette.ts";

export const jar: Drawing = ({ main, accent }) => {
  const glass = path(
    "M276 300 L524 300 Q552 322 552 366 L552 606 Q552 650 508 650 L292 650 Q248 650 248 606 L248 366 Q248 322 276 300",
  );
  return [
    { outline: glass, fill: lighten(main, 0.55) },
    { outline: box(240, 352, [320, 300]), within: glass, fill: [main, darken(main, 0.16)] },
    {
      outline: repeat(ellipse(0, 0, [16, 11]), grid([270, 380], [540, 640], 58)),
      within: glass,
      fill: darken(main, 0.22),
      opacity: 0.45,
    },
    { outline: box(262, 226, [276, 84, 16]), fill: [lighten(accent, 0.1), accent] },
    { outline: box(262, 288, [276, 10]), fill: darken(accent, 0.2) },
    { outline: box(248, 424, [304, 148]), fill: paper },
    { outline: box(248, 436, [304, 6]), fill: accent },
    { outline: box(248, 554, [304, 6]), fill: accent },
    { outline: path("M400 456 C430 470 430 506 400 522 C370 506 370 470 400 456"), fill: main },
    { outline: box(348, 530, [104, 9, 4]), fill: ink, opacity: 0.55 },
    { outline: box(268, 340, [16, 74, 8]), fill: paper, opacity: 0.5 },
  ];
};

export const pouch: Drawing = ({ main, accent }) => {
  const body = path(
    "M262 226 L538 226 L556 330 L560 610 Q560 650 520 650 L280 650 Q240 650 240 610 L244 330",
  );
  return [
    { outline: body, fill: [lighten(main, 0.1), darken(main, 0.1)] },
    { outline: path("M262 226 L538 226 L548 284 L252 284"), fill: darken(main, 0.16) },
    {
      outline: repeat(
        box(0, 0, [7, 58]),
        Array.from({ length: 15 }, (_, n) => [270 + n * 18, 226] as const),
      ),
      within: path("M262 226 L538 226 L548 284 L252 284"),
      fill: darken(main, 0.3),
      opacity: 0.5,
    },
    { outline: box(296, 350, [208, 216, 14]), fill: paper },
    { outline: circle(400, 432, 56), fill: accent },
    {
      outline: path("M344 448 Q372 404 400 436 Q428 468 456 424 L470 500 L330 500"),
      within: circle(400, 432, 56),
      fill: darken(main, 0.1),
    },
    { outline: box(336, 514, [128, 10, 5]), fill: ink, opacity: 0.65 },
    { outline: box(356, 536, [88, 7, 3]), fill: ink, opacity: 0.4 },
    {
      outline: path("M244 330 L240 610 Q240 650 280 650 L292 650 Q262 500 270 300"),
      fill: ink,
      opacity: 0.08,
    },
  ];
};

export const carton: Drawing = ({ main, accent }) => {
  const front = path("M220 310 L500 310 L500 650 L220 650");
  const side = path("M500 310 L592 268 L592 602 L500 650");
  return [
    { outline: path("M220 310 L312 268 L592 268 L500 310"), fill: lighten(main, 0.3) },
    { outline: front, fill: main },
    { outline: side, fill: darken(main, 0.2) },
    { outline: path("M220 520 L500 520 L500 650 L220 650"), fill: accent },
    { outline: path("M500 520 L592 474 L592 602 L500 650"), fill: darken(accent, 0.2) },
    { outline: circle(360, 424, 70), fill: paper },
    { outline: path("M360 372 C400 400 400 452 360 480 C320 452 320 400 360 372"), fill: accent },
    { outline: line("M360 386 L360 484", 4), fill: darken(accent, 0.35) },
    { outline: box(290, 566, [140, 11, 5]), fill: paper, opacity: 0.9 },
    { outline: box(312, 592, [96, 8, 4]), fill: paper, opacity: 0.7 },
  ];
};

export const tin: Drawing = ({ main, accent }) => {
  const body = path("M236 330 L564 330 L564 600 Q564 650 400 650 Q236 650 236 600");
  return [
    { outline: body, fill: [main, darken(main, 0.08)] },
    { outline: path("M236 430 Q400 480 564 430 L564 540 Q400 590 236 540"), within: body, fill: paper },
    {
      outline: repeat(
        path("M0 -26 L22 0 L0 26 L-22 0"),
        [0, 1, 2, 3, 4, 5].map((n) => [262 + n * 55, 496 + 26 - Math.abs(2.5 - n) ** 2 * 4] as const),
      ),
      within: body,
      fill: accent,
    },
    { outline: box(236, 330, [26, 320]), within: body, fill: ink, opacity: 0.1 },
    { outline: ellipse(400, 330, [172, 48]), fill: darken(accent, 0.1) },
    { outline: path("M228 290 L572 290 L572 330 Q400 400 228 330"), fill: darken(accent, 0.06) },
    { outline: ellipse(400, 290, [172, 46]), fill: lighten(accent, 0.15) },
    { outline: ellipse(400, 288, [140, 34]), fill: accent },
  ];
};

export const candle: Drawing = ({ main, accent }) => {
  const glass = box(280, 350, [240, 300, 34]);
  return [
    { outline: ellipse(400, 250, [120, 120]), fill: "#ffe9b8", opacity: 0.35 },
    { outline: ellipse(400, 260, [66, 76]), fill: "#ffe2a0", opacity: 0.5 },
    { outline: glass, fill: lighten(main, 0.45) },
    { outline: box(280, 410, [240, 240]), within: glass, fill: [lighten(main, 0.15), main] },
    { outline: ellipse(400, 410, [120, 20]), fill: lighten(main, 0.3) },
    { outline: line("M400 410 L400 338", 6), fill: ink },
    {
      outline: path("M400 210 C446 270 438 340 400 344 C362 340 354 270 400 210"),
      fill: ["#ffd36b", "#f39a3d"],
    },
    { outline: path("M400 270 C420 300 416 334 400 336 C384 334 380 300 400 270"), fill: "#fff3cf" },
    { outline: box(322, 470, [156, 112, 8]), fill: paper },
    { outline: circle(400, 512, 24), fill: accent },
    { outline: box(354, 550, [92, 8, 4]), fill: ink, opacity: 0.5 },
    { outline: box(294, 372, [14, 250, 7]), fill: paper, opacity: 0.45 },
  ];
};

export const soap: Drawing = ({ main, accent, background }) => {
  const bar = path(
    "M210 470 Q210 430 250 426 L530 414 Q580 414 584 460 L590 590 Q590 646 540 648 L262 650 Q214 650 212 600",
  );
  return [
    { outline: repeat(circle(0, 0, 34), [[270, 340]]), fill: lighten(background, 0.6), opacity: 0.8 },
    {
      outline: repeat(circle(0, 0, 20), [
        [340, 280],
        [520, 330],
      ]),
      fill: lighten(background, 0.7),
      opacity: 0.8,
    },
    {
      outline: repeat(circle(0, 0, 9), [
        [258, 330],
        [334, 274],
        [514, 324],
      ]),
      fill: "#ffffff",
      opacity: 0.8,
    },
    { outline: bar, fill: [lighten(main, 0.2), darken(main, 0.06)] },
    {
      outline: line("M200 500 Q300 470 400 510 Q500 550 600 500", 12),
      within: bar,
      fill: mixColors(main, accent, 0.5),
      opacity: 0.6,
    },
    { outline: path("M330 400 L480 400 L492 660 L322 660"), within: bar, fill: accent },
    { outline: box(352, 490, [112, 80, 8]), fill: paper },
    {
      outline: path("M408 502 C426 514 426 544 408 556 C390 544 390 514 408 502"),
      fill: darken(accent, 0.1),
    },
  ];
};

export const dripper: Drawing = ({ main, accent }) => {
  const carafe = path("M312 470 L488 470 L530 620 Q534 650 504 650 L296 650 Q266 650 270 620");
  return [
    { outline: line("M496 516 C604 500 594 610 516 606", 20), fill: darken(accent, 0.1) },
    { outline: carafe, fill: "#e9f0ee" },
    {
      outline: path("M250 560 Q400 578 560 560 L560 660 L250 660"),
      within: carafe,
      fill: ["#7a4a2b", "#5a331c"],
    },
    { outline: line("M330 490 L300 630", 8), fill: "#ffffff", opacity: 0.7 },
    { outline: line("M552 318 C624 318 612 424 468 404", 20), fill: darken(main, 0.12) },
    { outline: path("M232 290 L568 290 L448 448 L352 448"), fill: [lighten(main, 0.15), main] },
    { outline: box(296, 446, [208, 28, 12]), fill: darken(main, 0.12) },
    { outline: ellipse(400, 290, [168, 30]), fill: lighten(main, 0.4) },
    { outline: ellipse(400, 292, [148, 22]), fill: "#6d432a" },
    { outline: line("M290 330 L362 430", 10), fill: paper, opacity: 0.3 },
    { outline: path("M378 474 L422 474 L406 500 L394 500"), fill: wood },
  ];
};
