import { Button, Group, TextInput } from "@mantine/core";
import { ProgressLine, useAction, useAdminConsole } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { refusalWords } from "./refusal-words.ts";
import { strings } from "./strings.ts";

interface AddByAddressProps {
  productId: number;
  onAdded: () => unknown;
}

/** Has the platform fetch a picture from its address. */
export function AddByAddress({ productId, onAdded }: AddByAddressProps) {
  const admin = useAdminConsole();
  const [address, setAddress] = useState("");
  const fetching = useAction({
    run: () => admin.images.create({ params: { product_id: productId }, body: { images: [address.trim()] } }),
    quiet: true,
    done: strings.fetched,
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
          label={strings.address}
          placeholder={strings.addressHint}
          type="url"
          inputMode="url"
          flex={1}
          miw={180}
          maxLength={2048}
          value={address}
          error={fetching.error === null ? undefined : refusalWords(fetching.error)}
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            fetching.reset();
          }}
        />
        <Button type="submit" variant="default" mt={25} loading={fetching.isRunning}>
          {strings.fetch}
        </Button>
      </Group>
      {fetching.isRunning && <ProgressLine label={strings.fetching} />}
    </form>
  );
}
