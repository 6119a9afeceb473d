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
    /** The hint on which files are accepted. */
    hint: string;
    button: string;
    /** The input's label. */
    label: string;
  };
}

/** Show an area to drop files on, with a button to choose them instead. */
export function FileDrop({ icon: Icon, words, disabled = false, ...rules }: FileDropProps) {
  const open = useRef<() => void>(null);
  return (
    <Dropzone
      {...rules}
      openRef={open}
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
        <Button variant="default" mt={4} disabled={disabled} onClick={() => open.current?.()}>
          {words.button}
        </Button>
      </Stack>
    </Dropzone>
  );
}
