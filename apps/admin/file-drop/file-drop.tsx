import { Button, Stack, Text } from "@mantine/core";
import { Dropzone, type DropzoneProps } from "@mantine/dropzone";
import "@mantine/dropzone/styles.css";
import type { IconComponent } from "@souk/ui";
import { useRef } from "react";
import classes from "./file-drop.module.css";

interface FileDropProps extends Omit<DropzoneProps, "children"> {
  icon: IconComponent;
  words: {
    title: string;
    /** The hint about which files are accepted. */
    hint: string;
    button: string;
    /** The accessible name of the file input. */
    label: string;
  };
}

/** Show an area on which files can be dropped, with a button to choose files instead. */
export function FileDrop({ icon: Icon, words, disabled = false, ...dropzoneProps }: FileDropProps) {
  const openFileChooser = useRef<() => void>(null);
  return (
    <Dropzone
      {...dropzoneProps}
      openRef={openFileChooser}
      disabled={disabled}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      className={classes["drop"] ?? ""}
      inputProps={{ "aria-label": words.label }}
    >
      <Stack align="center" gap={6} py="xs">
        <Icon size={28} stroke={1.5} aria-hidden />
        <Text fw={600}>{words.title}</Text>
        <Text size="sm" c="dimmed" ta="center">
          {words.hint}
        </Text>
        <Button variant="default" mt={4} disabled={disabled} onClick={() => openFileChooser.current?.()}>
          {words.button}
        </Button>
      </Stack>
    </Dropzone>
  );
}
