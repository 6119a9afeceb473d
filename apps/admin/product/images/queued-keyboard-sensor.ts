import { KeyboardSensor, type KeyboardSensorProps } from "@dnd-kit/core";

/** The keys that move a dragged item or end the drag. */
const dragKeyPattern = /^(Arrow(Left|Right|Up|Down)|Space|Enter|Escape|Tab)$/;

/**
 * The maximum number of frames to wait after a key. A limit is needed, because a key that does not move the item causes no
 * change to wait for.
 */
const maxWaitFrames = 60;

/**
 * A keyboard sensor that queues the keys pressed during a drag. The library starts to listen only some time after the
 * start of a drag, and it computes the effect of each key from the last rendered position, so on a slow computer it
 * loses keys that are pressed quickly.
 */
export class QueuedKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const keyQueue = createKeyQueue(() => isUpToDate(props));
    const stopBefore = (callback: () => void) => () => {
      keyQueue.stop();
      callback();
    };
    super({ ...props, onEnd: stopBefore(props.onEnd), onCancel: stopBefore(props.onCancel) });
    // The library also starts to listen in a timeout, which was set before this one, so the library starts first.
    setTimeout(keyQueue.start);
  }
}

/** Return whether the library has computed, for the last key, which item the dragged item is now over. */
function isUpToDate({ context }: KeyboardSensorProps): boolean {
  const { collisionRect, collisions, over } = context.current;
  return collisionRect !== null && collisions?.[0]?.id === over?.id;
}

/**
 * Queue the keys of a drag and dispatch at most one per frame, each after the effect of the previous one is
 * rendered.
 */
function createKeyQueue(isReady: () => boolean): { start: () => void; stop: () => void } {
  const queuedEvents: KeyboardEvent[] = [];
  let frameRequestId = 0;
  let waitedFrames = 0;
  let isStopped = false;
  const enqueue = (event: KeyboardEvent) => {
    // Events that the queue itself dispatches are not trusted. They are not queued again, so they reach the library.
    if (!event.isTrusted || !dragKeyPattern.test(event.code)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    queuedEvents.push(event);
  };
  const dispatchNext = () => {
    if (isStopped) return;
    frameRequestId = requestAnimationFrame(dispatchNext);
    waitedFrames += 1;
    if (!isReady() && waitedFrames < maxWaitFrames) return;
    waitedFrames = 0;
    const nextEvent = queuedEvents.shift();
    if (nextEvent === undefined) return;
    const { code, key } = nextEvent;
    document.dispatchEvent(new KeyboardEvent("keydown", { code, key }));
  };
  document.addEventListener("keydown", enqueue, { capture: true });
  return {
    start: dispatchNext,
    stop: () => {
      isStopped = true;
      cancelAnimationFrame(frameRequestId);
      document.removeEventListener("keydown", enqueue, { capture: true });
    },
  };
}
