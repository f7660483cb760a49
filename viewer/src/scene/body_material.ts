import { MeshLambertMaterial, type WebGLProgramParametersWithUniforms } from "three";

/// Matt material with fine dark lines along the sharp edges of the bodies.
export function bodyMaterial(): MeshLambertMaterial {
  const material = new MeshLambertMaterial();
  material.onBeforeCompile = drawEdges;
  return material;
}

function drawEdges(shader: WebGLProgramParametersWithUniforms): void {
  shader.vertexShader = shader.vertexShader
    .replace("#include <common>", "#include <common>\nattribute vec3 edge;\nvarying vec3 vEdge;")
    .replace("#include <begin_vertex>", "#include <begin_vertex>\nvEdge = edge;");
  shader.fragmentShader = shader.fragmentShader
    .replace("#include <common>", "#include <common>\nvarying vec3 vEdge;")
    .replace(
      "#include <color_fragment>",
      `#include <color_fragment>
      vec3 edgeWidth = max(fwidth(vEdge), 1e-4);
      vec3 edgeAway = smoothstep(vec3(0.0), 1.3 * edgeWidth, vEdge);
      float edgeLine = 1.0 - min(min(edgeAway.x, edgeAway.y), edgeAway.z);
      float edgeSize = max(max(edgeWidth.x, edgeWidth.y), edgeWidth.z); // lines fade where triangles are a few pixels large
      diffuseColor.rgb *= 1.0 - 0.45 * edgeLine * (1.0 - smoothstep(0.05, 0.3, edgeSize));`,
    );
}
