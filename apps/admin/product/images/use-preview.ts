import { useEffect, useState } from "react";

/** The width and height in pixels; twice the size shown, for dense screens. */
const side = 80;

async function createPreview(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = side / Math.max(bitmap.width, bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL("image/webp");
}

/**
 * Return a small preview of a file as a data: address, the only kind besides our own that a panel may show;
 * null without one.
 */
export function usePreview(file: File): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    createPreview(file).then(
      (address) => isCurrent && setPreview(address),
      // A file that is no image is reported in words beside it.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return preview;
}
