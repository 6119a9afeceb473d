import { Button, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import "@mantine/dropzone/styles.css";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useRef } from "react";
import classes from "./image-drop.module.css";
import { uploadRules } from "./image-rules.ts";
import { strings } from "./strings.ts";

interface ImageDropProps {
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** Room to drop pictures on, with a button for those who do not drag. */
export function ImageDrop({ disabled = false, onFiles }: ImageDropProps) {
  const open = useRef<() => void>(null);
  return (
    <Dropzone
      openRef={open}
      disabled={disabled}
      // What does not fit is refused in words of our own, with its name.
      onDropAny={(files, refused) => onFiles([...files, ...refused.map(({ file }) => file)])}
      onDrop={() => undefined}
      accept={[...uploadRules.types]}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      className={classes["drop"] ?? ""}
      inputProps={{ "aria-label": strings.chooseLabel }}
    >
      <Stack align="center" gap={6} py="xs">
        <IconPhotoPlus size={28} stroke={1.5} aria-hidden />
        <Text fw={600}>{strings.drop}</Text>
        <Text size="sm" c="dimmed" ta="center">
          {strings.dropMore}
        </Text>
        <Button variant="default" mt={4} disabled={disabled} onClick={() => open.current?.()}>
          {strings.choose}
        </Button>
      </Stack>
    </Dropzone>
  );
}
