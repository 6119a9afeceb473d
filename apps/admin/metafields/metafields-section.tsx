import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { walkPages } from "@souk/client";
import { ConfirmDialog, LongText, QueryBoundary, Section } from "@souk/ui";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { memo, useState } from "react";
import { texts } from "../texts.ts";
import { MetafieldDialog } from "./metafield-dialog.tsx";
import type { MetafieldOwner } from "./metafield-owner.ts";
import { formatMetafieldName, formatMetafieldValue, type Metafield } from "./metafield-value.ts";
import classes from "./metafields.module.css";

function useMetafields(owner: MetafieldOwner) {
  return useQuery({
    queryKey: owner.queryKey,
    queryFn: async ({ signal }) => {
      const allMetafields: Metafield[] = [];
      for await (const { metafields } of walkPages((page: number) => owner.list(page, signal)))
        allMetafields.push(...metafields);
      return allMetafields.sort((a, b) => formatMetafieldName(a).localeCompare(formatMetafieldName(b)));
    },
  });
}

/** Show the metafields of a record, with the actions that add, edit and delete them. */
export const MetafieldsSection = memo(function MetafieldsSection({ owner }: { owner: MetafieldOwner }) {
  const query = useMetafields(owner);
  const [editedMetafield, setEditedMetafield] = useState<Metafield | "new" | null>(null);
  const [metafieldToDelete, setMetafieldToDelete] = useState<Metafield | null>(null);
  const addButton = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setEditedMetafield("new")}
    >
      {texts.metafields.add}
    </Button>
  );
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: owner.queryKey });
  return (
    <Section title={texts.metafields.title} lead={owner.lead} actions={addButton}>
      <QueryBoundary query={query}>
        {(metafields) =>
          metafields.length === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.metafields.none}
            </Text>
          ) : (
            <ul className={classes["list"]}>
              {metafields.map((metafield) => (
                <MetafieldLine
                  key={metafield.id}
                  metafield={metafield}
                  onEdit={() => setEditedMetafield(metafield)}
                  onDelete={() => setMetafieldToDelete(metafield)}
                />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      {editedMetafield !== null && (
        <MetafieldDialog
          owner={owner}
          metafield={editedMetafield === "new" ? null : editedMetafield}
          onDone={refresh}
          onClose={() => setEditedMetafield(null)}
        />
      )}
      {metafieldToDelete !== null && (
        <DeleteMetafield
          owner={owner}
          metafield={metafieldToDelete}
          onDone={refresh}
          onClose={() => setMetafieldToDelete(null)}
        />
      )}
    </Section>
  );
});

interface MetafieldLineProps {
  metafield: Metafield;
  onEdit: () => void;
  onDelete: () => void;
}

function MetafieldLine({ metafield, onEdit, onDelete }: MetafieldLineProps) {
  const name = formatMetafieldName(metafield);
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
        <LongText text={formatMetafieldValue(value)} />
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
  const name = formatMetafieldName(metafield);
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
