import type { GetICUArgs } from "@schummar/icu-type-parser";
import type { ReactNode } from "react";

/** The messages of a panel in one language: ICU messages by key, in groups. */
export type Messages = { readonly [key: string]: string | readonly string[] | Messages };

/** What each argument of a message may be, by its ICU type. */
type ArgumentTypes = { ICUNumberArgument: number; ICUDateArgument: Date; ICUArgument: string | number };

type Arguments<M extends string> = GetICUArgs<M, ArgumentTypes>;

/** The names of the tags in a message: `link` of `Read <link>the guide</link>.` */
type Tags<M extends string> = M extends `${string}</${infer Tag}>${infer Rest}` ? Tag | Tags<Rest> : never;

/** The arguments of a message with tags: a plain argument may also be an element there. */
type RichArguments<M extends string> = {
  [Name in keyof Arguments<M>]: string extends Arguments<M>[Name] ? ReactNode : Arguments<M>[Name];
} & { [Tag in Tags<M>]: (content: ReactNode) => ReactNode };

/** The text of one message: a string; a function of its arguments; with tags, a function that makes an element. */
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

/** The same keys in another language; a missing key is a type error. */
export type Translation<M> = {
  readonly [Key in keyof M]: M[Key] extends string ? string : Translation<M[Key]>;
};
