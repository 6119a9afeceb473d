import { useEffect, useState } from "react";

/** The maximum width and height of a preview in pixels: twice the displayed size, for high-resolution screens. */
const previewSize = 80;

async function createPreview(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = previewSize / Math.max(bitmap.width, bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL("image/webp");
}

/**
 * Return a small preview of an image file as a `data:` URL, because the panel's content security policy allows no `blob:`
 * URLs. Return null until the preview is created, or if the file is not an image.
 */
export function useImagePreview(file: File): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    createPreview(file).then(
      (dataUrl) => isCurrent && setPreview(dataUrl),
      // The error of a file that is not an image is shown as text next to it.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return preview;
}
