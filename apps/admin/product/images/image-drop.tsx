import { IconPhotoPlus } from "@tabler/icons-react";
import { FileDrop } from "../../file-drop/file-drop.tsx";
import { texts } from "../../texts.ts";
import { uploadRules } from "./image-rules.ts";

interface ImageDropProps {
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** Show an area on which images can be dropped. */
export function ImageDrop({ disabled = false, onFiles }: ImageDropProps) {
  return (
    <FileDrop
      icon={IconPhotoPlus}
      words={texts.productImages.drop}
      disabled={disabled}
      // Pass on rejected files too, so that each is listed with its name and an error.
      onDropAny={(files, rejections) => onFiles([...files, ...rejections.map(({ file }) => file)])}
      // The component requires `onDrop`, but `onDropAny` already handles every file.
      onDrop={() => undefined}
      accept={[...uploadRules.types]}
    />
  );
}
