import { useEffect, useState } from "react";

/** Pixels on each side; twice what is shown, for dense screens. */
const side = 80;

async function previewOf(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = side / Math.max(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL("image/webp");
}

/** A small picture of a file as a data: address, the only kind but our own that a panel may show; null when there is none. */
export function usePreview(file: File): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    previewOf(file).then(
      (address) => isWanted && setPreview(address),
      // What is no picture is said in words beside it.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [file]);
  return preview;
}
