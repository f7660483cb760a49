/// How much the picture may cost. Where the processor draws instead of a graphics card, edges stay rough and shadows coarse.
export interface Quality {
  antialias: boolean;
  shadowPixels: number; // edge of the shadow map
  shadowBlur: number; // [pixels of the shadow map]
  pixelRatio: number; // at most
}

export const fine: Quality = { antialias: true, shadowPixels: 2048, shadowBlur: 4, pixelRatio: 2 };
export const coarse: Quality = { antialias: false, shadowPixels: 1024, shadowBlur: 2, pixelRatio: 1 };

/// The address may ask for one: `?quality=fine` or `?quality=coarse`.
export function chooseQuality(search: string, renderer: string): Quality {
  const asked = new URLSearchParams(search).get("quality");
  if (asked === "fine") return fine;
  if (asked === "coarse") return coarse;
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer) ? coarse : fine;
}

/// What draws in this browser, or null where nothing can.
export function rendererName(): string | null {
  const context = document.createElement("canvas").getContext("webgl2");
  if (!context) return null;
  const info = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return name;
}
