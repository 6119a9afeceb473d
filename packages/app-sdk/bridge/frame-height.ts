/** Tells the admin the height that a page wants, in CSS pixels. */
export interface FrameHeight {
  /** Asks for one height and follows the page no longer. */
  set(height: number): Promise<void>;
  /** Follows the height of the page's content from now on. */
  follow(): Promise<void>;
}

/** @param send tells the admin a height */
export function frameHeight(
  page: Window & typeof globalThis,
  send: (height: number) => Promise<unknown>,
): FrameHeight {
  const content = page.document.documentElement;
  let observer: ResizeObserver | null = null;
  let sent = 0;

  // The root's own box, not its scrollHeight: that is never less than the frame, so the frame could never shrink again.
  async function sendContentHeight(): Promise<void> {
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (height === sent) return;
    sent = height;
    await send(height);
  }

  function stop(): void {
    observer?.disconnect();
    observer = null;
  }

  return {
    set: async (height) => {
      stop();
      sent = 0;
      await send(height);
    },
    follow: async () => {
      stop();
      await sendContentHeight();
      // A height that could not be told now is told with the next change.
      observer = new page.ResizeObserver(() => void sendContentHeight().catch(() => undefined));
      observer.observe(content);
    },
  };
}
