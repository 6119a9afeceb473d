import { IconPhotoPlus } from "@tabler/icons-react";
import { FileDrop } from "../../file-drop/file-drop.tsx";
import { texts } from "../../texts.ts";
import { uploadRules } from "./image-rules.ts";

interface ImageDropProps {
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** Show an area to drop images on. */
export function ImageDrop({ disabled = false, onFiles }: ImageDropProps) {
  return (
    <FileDrop
      icon={IconPhotoPlus}
      words={texts.productImages.drop}
      disabled={disabled}
      // A file that breaks the rules is rejected with our own message and its name.
      onDropAny={(files, rejected) => onFiles([...files, ...rejected.map(({ file }) => file)])}
      onDrop={() => undefined}
      accept={[...uploadRules.types]}
    />
  );
}
