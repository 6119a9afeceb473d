import { KeyboardSensor, type KeyboardSensorProps } from "@dnd-kit/core";

/** The keys of a drag: where it goes, and how it ends. */
const keysOfDrag = /^(Arrow(Left|Right|Up|Down)|Space|Enter|Escape|Tab)$/;

/**
 * Moves what is dragged with the keyboard. The library begins to listen some time after the drag has begun, and reckons
 * each key from what the one before has drawn: where drawing takes a while it loses keys. Here each waits for its turn.
 */
export class PacedKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const keys = pacedKeys();
    const ending = (end: () => void) => () => {
      keys.stop();
      end();
    };
    super({ ...props, onEnd: ending(props.onEnd), onCancel: ending(props.onCancel) });
    // Timers keep their order: the library's own, in which it begins to listen, is before this one.
    setTimeout(keys.start);
  }
}

/** Holds back the keys of a drag and hands on one a frame. */
function pacedKeys(): { start: () => void; stop: () => void } {
  const waiting: KeyboardEvent[] = [];
  let frame = 0;
  const hold = (event: KeyboardEvent) => {
    // What is handed on here is not trusted.
    if (!event.isTrusted || !keysOfDrag.test(event.code)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.push(event);
  };
  let isOver = false;
  const handOn = () => {
    const next = waiting.shift();
    if (next) document.dispatchEvent(new KeyboardEvent("keydown", { code: next.code, key: next.key }));
    if (!isOver) frame = requestAnimationFrame(handOn);
  };
  document.addEventListener("keydown", hold, { capture: true });
  return {
    start: () => {
      if (!isOver) frame = requestAnimationFrame(handOn);
    },
    stop: () => {
      isOver = true;
      cancelAnimationFrame(frame);
      document.removeEventListener("keydown", hold, { capture: true });
    },
  };
}
