/** The result of a check of the doctor command. If there is a problem, the sentence also says how to fix it. */
export interface Finding {
  isOk: boolean;
  /** Whether the sentence recommends something, although nothing is wrong. */
  isAdvice?: true;
  sentence: string;
}
