import { Button, Group, TextInput } from "@mantine/core";
import { ProgressLine, useAction, useAdminConsole } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { texts } from "../../texts.ts";
import { getImageErrorText } from "./image-error-text.ts";

interface AddImageFromUrlProps {
  productId: number;
  onAdded: () => unknown;
}

/** Show the form that adds an image from a URL, from which the server downloads it. */
export function AddImageFromUrl({ productId, onAdded }: AddImageFromUrlProps) {
  const admin = useAdminConsole();
  const [url, setUrl] = useState("");
  const addImage = useAction({
    run: () => admin.images.create({ params: { product_id: productId }, body: { images: [url.trim()] } }),
    quiet: true,
    done: texts.productImages.fetched,
    onDone: () => {
      setUrl("");
      onAdded();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() !== "") addImage.start();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start">
        <TextInput
          label={texts.productImages.fromUrl}
          placeholder={texts.productImages.urlHint}
          type="url"
          inputMode="url"
          flex={1}
          miw={180}
          maxLength={2048}
          value={url}
          error={addImage.error === null ? undefined : getImageErrorText(addImage.error)}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            addImage.reset();
          }}
        />
        <Button type="submit" variant="default" mt={25} loading={addImage.isRunning}>
          {texts.productImages.fetch}
        </Button>
      </Group>
      {addImage.isRunning && <ProgressLine label={texts.productImages.fetching} />}
    </form>
  );
}
