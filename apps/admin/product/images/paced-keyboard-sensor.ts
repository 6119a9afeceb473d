import { KeyboardSensor, type KeyboardSensorProps } from "@dnd-kit/core";

/** The keys of a drag: where it goes, and how it ends. */
const keysOfDrag = /^(Arrow(Left|Right|Up|Down)|Space|Enter|Escape|Tab)$/;

/** How long a key waits for the one before it, in frames: what moves nothing is never drawn. */
const longestWait = 60;

/**
 * Moves what is dragged with the keyboard. The library begins to listen some time after the drag has begun, and reckons
 * each key from what the one before has drawn: where drawing takes a while it loses keys. Here each waits for its turn.
 */
export class PacedKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const keys = pacedKeys(() => isDrawn(props));
    const ending = (end: () => void) => () => {
      keys.stop();
      end();
    };
    super({ ...props, onEnd: ending(props.onEnd), onCancel: ending(props.onCancel) });
    // Timers keep their order: the library's own, in which it begins to listen, is before this one.
    setTimeout(keys.start);
  }
}

/** Whether the library knows what the dragged thing is over by now. */
function isDrawn({ context }: KeyboardSensorProps): boolean {
  const { collisionRect, collisions, over } = context.current;
  return collisionRect !== null && collisions?.[0]?.id === over?.id;
}

/** Holds back the keys of a drag and hands on one a frame, each once the one before is drawn. */
function pacedKeys(isReady: () => boolean): { start: () => void; stop: () => void } {
  const waiting: KeyboardEvent[] = [];
  let [frame, waited, isOver] = [0, 0, false];
  const hold = (event: KeyboardEvent) => {
    // What is handed on here is not trusted.
    if (!event.isTrusted || !keysOfDrag.test(event.code)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.push(event);
  };
  const look = () => {
    if (isOver) return;
    frame = requestAnimationFrame(look);
    if (!isReady() && ++waited < longestWait) return;
    waited = 0;
    const next = waiting.shift();
    if (next) document.dispatchEvent(new KeyboardEvent("keydown", { code: next.code, key: next.key }));
  };
  document.addEventListener("keydown", hold, { capture: true });
  return {
    start: look,
    stop: () => {
      isOver = true;
      cancelAnimationFrame(frame);
      document.removeEventListener("keydown", hold, { capture: true });
    },
  };
}
