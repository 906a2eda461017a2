import type { ComponentProps } from "react";

/** A button that does nothing while something is under way. It keeps the focus meanwhile, which a disabled one would lose. */
export function BusyButton({
  isBusy,
  onClick,
  ...rest
}: ComponentProps<"button"> & { readonly isBusy: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
