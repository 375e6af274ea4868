/** Principal axes of the points as a hidden layer has them. */
import { nearestTurn, principalAxes, turned } from "../../maths/axes.mjs";
import { project } from "../../maths/points.mjs";

/** @import { Matrix, NumericData, Numbers } from "../../types" */

/** @param {Numbers} values @param {number} size @param {number} count */
export function meanOf(values, size, count) {
  const mean = new Float64Array(size);
  values.forEach((value, at) => (mean[at % size] += value / count));
  return mean;
}

/**
 * The two principal axes of what a layer makes of the points, turned in their plane so that they lie as near as can be
 * to where the inputs have them: no axis flips from one step to the next, and the two pictures can be compared.
 * @param {Matrix} values
 * @param {NumericData} data
 */
export function principal(values, { inputs, width, count }) {
  const axes = principalAxes(values);
  const points = project(values, axes);
  const centre = meanOf(inputs, width, count);
  const along = [0, 1].map((input) =>
    [0, 1].map((axis) => {
      let sum = 0;
      if (input < width)
        for (let i = 0; i < count; i++) sum += (inputs[i * width + input] - centre[input]) * points[2 * i + axis];
      return sum;
    }),
  );
  return turned(axes, nearestTurn(along));
}
