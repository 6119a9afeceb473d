/** Words of the data that is kept with a product. */
export const strings = {
  title: "Metafields",
  lead: "Data that people and apps keep with this product.",
  none: "No metafields yet.",
  add: "Add a metafield",
  edit: (name: string) => `Change ${name}`,
  remove: (name: string) => `Delete ${name}`,
  columns: { name: "Name", value: "Value", type: "Type", actions: "Change" },
  types: { String: "Text", Integer: "Whole number", Json: "JSON" },
  private: "Private to its app",
  dialog: { add: "Add a metafield", edit: (name: string) => `Change ${name}` },
  fields: {
    namespace: { label: "Namespace", help: "Keeps the fields of one app or purpose apart from others'." },
    key: { label: "Key" },
    value_type: { label: "Type" },
    value: { label: "Value" },
    description: { label: "What it is for" },
  },
  save: "Save",
  saved: (name: string) => `${name} is saved.`,
  cancel: "Cancel",
  wrong: {
    needed: "It is needed.",
    whole: "A whole number.",
    json: 'JSON: an object or a list, such as {"size": 3} or [1, 2].',
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    text: "An app that reads it will not find it any more.",
    confirm: "Delete",
    done: (name: string) => `${name} is deleted.`,
  },
} as const;
