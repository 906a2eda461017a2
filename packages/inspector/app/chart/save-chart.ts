const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "opacity",
  "stroke-linejoin",
  "font-family",
  "font-size",
  "font-weight",
] as const;

/** The drawing as a file of its own: what the style sheet says is written into every element. */
function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [svg, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  const unwanted: Element[] = [];
  originals?.forEach((original, index) => {
    const target = copies?.[index];
    if (!target) return;
    if (original.matches(".cursor, .touch")) unwanted.push(target);
    const style = getComputedStyle(original);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value !== "") target.setAttribute(name, value);
    }
    for (const name of ["class", "tabindex", "data-mark", "role"]) target.removeAttribute(name);
    for (const name of target.getAttributeNames()) if (name.startsWith("aria-")) target.removeAttribute(name);
  });
  for (const element of unwanted) element.remove();
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(svg).backgroundColor);
  copy.prepend(ground);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

export function saveSvg(svg: SVGSVGElement, name: string): void {
  saveBlob(new Blob([svgText(svg)], { type: "image/svg+xml" }), `${name}.svg`);
}

const SCALE = 2;

export async function savePng(svg: SVGSVGElement, name: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([svgText(svg)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = svg.width.baseVal.value * SCALE;
    canvas.height = svg.height.baseVal.value * SCALE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob) saveBlob(blob, `${name}.png`);
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
