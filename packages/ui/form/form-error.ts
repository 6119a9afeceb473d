/** The error of one field of a form. With an empty path it is shown above the form. */
export interface FormError {
  path: string;
  message: string;
}
