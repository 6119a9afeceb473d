import styles from "./souk-mark.module.css";

/** Draw Souk's logo, the arch of a market hall. */
export function SoukMark() {
  return (
    <svg className={styles["mark"]} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path className={styles["arch"]} d="M2 23V11.2C2 5.8 6.5 1.9 12 1c5.500.9 10 4.800 10 10.200V23z" />
      <path
        className={styles["opening"]}
        d="M7 23v-9.200c0-2.900 2.200-5 5-5.800 2.800.8 5 2.900 5 5.800V23z"
      />
    </svg>
  );
}
