// What the page's scripts take for granted of the elements they made themselves.
interface EventTarget {
  closest(selector: string): any;
  value: any;
}
interface Element {
  focus(options?: FocusOptions): void;
  disabled: any;
  open: any;
}
interface Window {
  casegen: unknown;
}
