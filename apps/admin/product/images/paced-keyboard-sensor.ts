import { KeyboardSensor, type KeyboardSensorProps } from "@dnd-kit/core";

/** The keys of a drag: moving and ending it. */
const keysOfDrag = /^(Arrow(Left|Right|Up|Down)|Space|Enter|Escape|Tab)$/;

/** The maximum of frames that a key waits for the one before it: a key that moves nothing is never drawn. */
const longestWait = 60;

/**
 * A keyboard sensor that queues the keys of a drag. The library begins to listen some time after the drag
 * has begun, and computes each key from what the one before has drawn: it loses keys where drawing is slow.
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

/** Return whether the library already knows what the dragged item is over. */
function isDrawn({ context }: KeyboardSensorProps): boolean {
  const { collisionRect, collisions, over } = context.current;
  return collisionRect !== null && collisions?.[0]?.id === over?.id;
}

/** Queue the keys of a drag and pass on one per frame, each once the one before is drawn. */
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
