import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { walkPages } from "@souk/client";
import { Answered, ConfirmDialog, LongText, Section } from "@souk/ui";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { memo, useState } from "react";
import { texts } from "../texts.ts";
import { MetafieldDialog } from "./metafield-dialog.tsx";
import type { MetafieldOwner } from "./metafield-owner.ts";
import { formatName, type Metafield, textOfValue } from "./metafield-value.ts";
import classes from "./metafields.module.css";

function useMetafields(owner: MetafieldOwner) {
  return useQuery({
    queryKey: owner.key,
    queryFn: async ({ signal }) => {
      const all: Metafield[] = [];
      for await (const { metafields } of walkPages((page: number) => owner.list(page, signal)))
        all.push(...metafields);
      return all.sort((a, b) => formatName(a).localeCompare(formatName(b)));
    },
  });
}

/** The section of the data that people and apps keep with a record. */
export const MetafieldsSection = memo(function MetafieldsSection({ owner }: { owner: MetafieldOwner }) {
  const query = useMetafields(owner);
  const [edited, setEdited] = useState<Metafield | "new" | null>(null);
  const [deleted, setDeleted] = useState<Metafield | null>(null);
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setEdited("new")}
    >
      {texts.metafields.add}
    </Button>
  );
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: owner.key });
  return (
    <Section title={texts.metafields.title} lead={owner.lead} actions={add}>
      <Answered query={query}>
        {(metafields) =>
          metafields.length === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.metafields.none}
            </Text>
          ) : (
            <ul className={classes["list"]}>
              {metafields.map((metafield) => (
                <Line
                  key={metafield.id}
                  metafield={metafield}
                  onEdit={() => setEdited(metafield)}
                  onDelete={() => setDeleted(metafield)}
                />
              ))}
            </ul>
          )
        }
      </Answered>
      {edited !== null && (
        <MetafieldDialog
          owner={owner}
          metafield={edited === "new" ? null : edited}
          onDone={refresh}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted !== null && (
        <DeleteMetafield
          owner={owner}
          metafield={deleted}
          onDone={refresh}
          onClose={() => setDeleted(null)}
        />
      )}
    </Section>
  );
});

interface LineProps {
  metafield: Metafield;
  onEdit: () => void;
  onDelete: () => void;
}

function Line({ metafield, onEdit, onDelete }: LineProps) {
  const name = formatName(metafield);
  const { value, value_type, description, is_private } = metafield;
  return (
    <li className={classes["line"]}>
      <div className={classes["name"]}>
        <Text span fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {[texts.metafields.types[value_type], is_private ? texts.metafields.private : "", description]
            .filter((part) => part !== "")
            .join(" · ")}
        </Text>
      </div>
      <div className={classes["value"]}>
        <LongText text={textOfValue(value)} />
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={texts.metafields.edit({ name })}
          onClick={onEdit}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={texts.metafields.remove({ name })}
          onClick={onDelete}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  );
}

interface DeleteMetafieldProps {
  owner: MetafieldOwner;
  metafield: Metafield;
  onDone: () => unknown;
  onClose: () => void;
}

function DeleteMetafield({ owner, metafield, onDone, onClose }: DeleteMetafieldProps) {
  const words = texts.metafields.delete;
  const name = formatName(metafield);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={words.title({ name })}
      confirm={words.confirm}
      danger
      done={words.done({ name })}
      onConfirm={() => owner.delete(metafield.id)}
      onDone={onDone}
    >
      {words.text}
    </ConfirmDialog>
  );
}
