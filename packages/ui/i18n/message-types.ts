import type { GetICUArgs } from "@schummar/icu-type-parser";
import type { ReactNode } from "react";

/** The ICU messages of a panel in one language, by key and in groups. */
export type Messages = { readonly [key: string]: string | readonly string[] | Messages };

/** The types of arguments, by ICU type. */
type ArgumentTypes = { ICUNumberArgument: number; ICUDateArgument: Date; ICUArgument: string | number };

type Arguments<M extends string> = GetICUArgs<M, ArgumentTypes>;

/** The names of the tags in a message, such as `link` in `Read <link>the guide</link>.` */
type Tags<M extends string> = M extends `${string}</${infer Tag}>${infer Rest}` ? Tag | Tags<Rest> : never;

/** The arguments of a message with tags. Its plain arguments may also be elements. */
type RichArguments<M extends string> = {
  [Name in keyof Arguments<M>]: string extends Arguments<M>[Name] ? ReactNode : Arguments<M>[Name];
} & { [Tag in Tags<M>]: (content: ReactNode) => ReactNode };

/** The text of a message: a string, a function that returns a string, or, with tags, a function that returns an element. */
export type Text<M extends string> = string extends M
  ? string
  : [Tags<M>] extends [never]
    ? [keyof Arguments<M>] extends [never]
      ? string
      : (args: Arguments<M>) => string
    : (args: RichArguments<M>) => ReactNode;

/** The texts of messages, under the same keys. */
export type Texts<M> = {
  readonly [Key in keyof M]: M[Key] extends string ? Text<M[Key]> : Texts<M[Key]>;
};

/** The messages in another language, under the same keys. A missing key is a type error. */
export type Translation<M> = {
  readonly [Key in keyof M]: M[Key] extends string ? string : Translation<M[Key]>;
};
