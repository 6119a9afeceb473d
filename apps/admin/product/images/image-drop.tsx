import { IconPhotoPlus } from "@tabler/icons-react";
import { FileDrop } from "../../file-drop/file-drop.tsx";
import { uploadRules } from "./image-rules.ts";
import { strings } from "./strings.ts";

interface ImageDropProps {
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** Room to drop pictures on. */
export function ImageDrop({ disabled = false, onFiles }: ImageDropProps) {
  return (
    <FileDrop
      icon={IconPhotoPlus}
      words={strings.drop}
      disabled={disabled}
      // What does not fit is refused in words of our own, with its name.
      onDropAny={(files, refused) => onFiles([...files, ...refused.map(({ file }) => file)])}
      onDrop={() => undefined}
      accept={[...uploadRules.types]}
    />
  );
}
