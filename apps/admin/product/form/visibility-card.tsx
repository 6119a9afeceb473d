import { Stack, Switch, TextInput } from "@mantine/core";
import { Section, useStore } from "@souk/ui";
import { memo } from "react";
import { strings } from "./strings.ts";
import type { ProductForm } from "./use-product-form.ts";

/** Whether the shop shows a product, and since when. */
export const VisibilityCard = memo(function VisibilityCard({ form }: { form: ProductForm }) {
  const { timezone } = useStore();
  const isShown = form.values["is_published"] === true;
  const refused = form.problems.fields.find(({ path }) => path === "published_at")?.message;
  return (
    <Section title={strings.parts.visibility}>
      <Stack>
        <Switch
          label={strings.published.label}
          checked={isShown}
          onChange={(event) => form.change("is_published", event.currentTarget.checked)}
        />
        {isShown && (
          <TextInput
            type="datetime-local"
            label={strings.publishedAt}
            description={strings.publishedAtHelp(timezone)}
            value={String(form.values["published_at"] ?? "")}
            error={refused}
            onChange={(event) => form.change("published_at", event.currentTarget.value)}
          />
        )}
      </Stack>
    </Section>
  );
});
