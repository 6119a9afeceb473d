/** Asks the admin to change the height of the page's frame. Heights are in CSS pixels. */
export interface FrameHeight {
  /** Request a fixed height, and stop following the content's height. */
  set(height: number): Promise<void>;
  /** Request the height of the page's content, now and whenever it changes. */
  follow(): Promise<void>;
}

/** Create the control of the frame's height. @param send a function that sends a height to the admin */
export function createFrameHeight(
  page: Window & typeof globalThis,
  send: (height: number) => Promise<unknown>,
): FrameHeight {
  const content = page.document.documentElement;
  let observer: ResizeObserver | null = null;
  let lastHeight = 0;

  // The height is that of the root element's box. The root's scrollHeight is never less than the frame's current height, so a
  // frame that follows scrollHeight could never shrink.
  async function sendContentHeight(): Promise<void> {
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (height === lastHeight) return;
    lastHeight = height;
    await send(height);
  }

  function stopFollowing(): void {
    observer?.disconnect();
    observer = null;
  }

  return {
    set: async (height) => {
      stopFollowing();
      lastHeight = 0;
      await send(height);
    },
    follow: async () => {
      stopFollowing();
      await sendContentHeight();
      // An error is ignored, because the next change of the height sends a new request.
      observer = new page.ResizeObserver(() => void sendContentHeight().catch(() => undefined));
      observer.observe(content);
    },
  };
}
