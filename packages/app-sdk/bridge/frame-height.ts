/** The control of the height that a page requests from the admin, in CSS pixels. */
export interface FrameHeight {
  /** Request one height and stop following the page. */
  set(height: number): Promise<void>;
  /** Follow the height of the page's content from now on. */
  follow(): Promise<void>;
}

/** Create the control of the frame's height. @param send sends a height to the admin */
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
      // A height that could not be sent is sent with the next change.
      observer = new page.ResizeObserver(() => void sendContentHeight().catch(() => undefined));
      observer.observe(content);
    },
  };
}
