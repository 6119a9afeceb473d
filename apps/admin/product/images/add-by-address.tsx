import { Button, Group, TextInput } from "@mantine/core";
import { ProgressLine, useAction, useAdminConsole } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { texts } from "../../texts.ts";
import { getImageErrorText } from "./image-error-text.ts";

interface AddByAddressProps {
  productId: number;
  onAdded: () => unknown;
}

/** Show the form that has the platform fetch an image from its address. */
export function AddByAddress({ productId, onAdded }: AddByAddressProps) {
  const admin = useAdminConsole();
  const [address, setAddress] = useState("");
  const fetching = useAction({
    run: () => admin.images.create({ params: { product_id: productId }, body: { images: [address.trim()] } }),
    quiet: true,
    done: texts.productImages.fetched,
    onDone: () => {
      setAddress("");
      onAdded();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim() !== "") fetching.start();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start">
        <TextInput
          label={texts.productImages.address}
          placeholder={texts.productImages.addressHint}
          type="url"
          inputMode="url"
          flex={1}
          miw={180}
          maxLength={2048}
          value={address}
          error={fetching.error === null ? undefined : getImageErrorText(fetching.error)}
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            fetching.reset();
          }}
        />
        <Button type="submit" variant="default" mt={25} loading={fetching.isRunning}>
          {texts.productImages.fetch}
        </Button>
      </Group>
      {fetching.isRunning && <ProgressLine label={texts.productImages.fetching} />}
    </form>
  );
}
