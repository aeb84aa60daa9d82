import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.gephi.graph.api.Column;
import org.gephi.graph.api.Edge;
import org.gephi.graph.api.Graph;
import org.gephi.graph.api.GraphController;
import org.gephi.graph.api.GraphModel;
import org.gephi.graph.api.Node;
import org.gephi.graph.api.Table;
import org.gephi.graph.api.TimeFormat;
import org.gephi.io.importer.api.Container;
import org.gephi.io.importer.api.EdgeDirectionDefault;
import org.gephi.io.importer.api.ImportController;
import org.gephi.io.importer.api.Issue;
import org.gephi.io.importer.api.Report;
import org.gephi.io.importer.plugin.file.spreadsheet.ImporterSpreadsheetCSV;
import org.gephi.io.importer.plugin.file.spreadsheet.process.SpreadsheetGeneralConfiguration.Mode;
import org.gephi.io.processor.plugin.AppendProcessor;
import org.gephi.io.processor.plugin.DefaultProcessor;
import org.gephi.project.api.ProjectController;
import org.gephi.project.api.Workspace;
import org.openide.util.Lookup;

/** Imports each file into a workspace of its own, headless as Gephi does it, and prints a line of JSON on what has come in. */
public class GephiImport {
    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("UTC"));
        LogManager.getLogManager().reset();
        Logger.getLogger("").setLevel(Level.OFF);
        Lookup lookup = Lookup.getDefault();
        ProjectController projects = lookup.lookup(ProjectController.class);
        projects.newProject();
        for (String path : args) {
            Workspace workspace = projects.newWorkspace(projects.getCurrentProject());
            projects.openWorkspace(workspace);
            List<String> issues = new ArrayList<>();
            File file = new File(path);
            if (file.isDirectory()) {
                table(lookup, workspace, new File(file, "nodes.csv"), Mode.NODES_TABLE, issues);
                table(lookup, workspace, new File(file, "edges.csv"), Mode.EDGES_TABLE, issues);
            } else {
                ImportController imports = lookup.lookup(ImportController.class);
                Container container = imports.importFile(file);
                container.getLoader().setAllowParallelEdge(true);
                container.getLoader().setEdgesMergeStrategy(org.gephi.io.importer.api.EdgeMergeStrategy.NO_MERGE);
                imports.process(container, new DefaultProcessor(), workspace);
                report(container.getReport(), issues);
            }
            GraphModel model = lookup.lookup(GraphController.class).getGraphModel(workspace);
            System.out.println(describe(path, model, issues));
        }
        System.exit(0);
    }

    private static void table(Lookup lookup, Workspace workspace, File file, Mode mode, List<String> issues) throws Exception {
        ImportController imports = lookup.lookup(ImportController.class);
        ImporterSpreadsheetCSV importer = new ImporterSpreadsheetCSV();
        importer.setFile(file);
        importer.setFieldDelimiter(',');
        importer.refreshAutoDetections();
        importer.setMode(mode);
        Container container = imports.importFile(file, importer);
        container.getLoader().setAllowParallelEdge(true);
        container.getLoader().setEdgesMergeStrategy(org.gephi.io.importer.api.EdgeMergeStrategy.NO_MERGE);
        imports.process(container, new AppendProcessor(), workspace);
        report(container.getReport(), issues);
    }

    private static void report(Report report, List<String> issues) {
        java.util.Iterator<Issue> all = report.getIssues(1000);
        while (all.hasNext()) {
            Issue issue = all.next();
            if (issue.getLevel() != Issue.Level.INFO) {
                issues.add(issue.getLevel() + ": " + issue.getMessage());
            }
        }
        for (String line : report.getText().split("\n")) {
            String low = line.toLowerCase(Locale.ROOT);
            if (low.contains("parallel") || low.contains("missing") || low.contains("warning") || low.contains("severe")) {
                issues.add(line);
            }
        }
    }

    private static String describe(String path, GraphModel model, List<String> issues) {
        Graph graph = model.getGraph();
        TreeMap<String, Integer> kinds = new TreeMap<>();
        double weight = 0;
        int directed = 0, labels = 0, placed = 0, dated = 0;
        for (Edge edge : graph.getEdges().toArray()) {
            kinds.merge(String.valueOf(edge.getTypeLabel()), 1, Integer::sum);
            weight += edge.getWeight();
            directed += edge.isDirected() ? 1 : 0;
            labels += edge.getLabel() != null && !edge.getLabel().isEmpty() ? 1 : 0;
        }
        java.util.Set<String> colors = new java.util.TreeSet<>();
        TreeMap<String, String> names = new TreeMap<>();
        for (Node node : graph.getNodes().toArray()) {
            names.put(String.valueOf(node.getId()), node.getLabel());
            placed += node.x() != 0 || node.y() != 0 ? 1 : 0;
            colors.add(node.getColor().toString());
            Object time = node.getAttribute("timeset");
            dated += time != null ? 1 : 0;
        }
        StringBuilder out = new StringBuilder("{");
        field(out, "path", text(path));
        field(out, "nodes", String.valueOf(graph.getNodeCount()));
        field(out, "edges", String.valueOf(graph.getEdgeCount()));
        field(out, "directed", String.valueOf(directed));
        field(out, "edgeLabels", String.valueOf(labels));
        field(out, "weight", String.valueOf(weight));
        field(out, "placed", String.valueOf(placed));
        field(out, "dated", String.valueOf(dated));
        field(out, "colors", String.valueOf(colors.size()));
        StringBuilder inner = new StringBuilder("{");
        kinds.forEach((kind, count) -> field(inner, kind, String.valueOf(count)));
        field(out, "kinds", end(inner));
        StringBuilder named = new StringBuilder("{");
        names.forEach((id, label) -> field(named, id, text(label)));
        field(out, "labels", end(named));
        field(out, "nodeColumns", columns(model.getNodeTable()));
        field(out, "edgeColumns", columns(model.getEdgeTable()));
        field(out, "timeFormat", text(model.getTimeFormat().toString()));
        String low = "null", high = "null";
        if (Double.isFinite(model.getTimeBounds().getLow())) {
            low = text(date(model.getTimeBounds().getLow()));
            high = text(date(model.getTimeBounds().getHigh()));
        }
        field(out, "timeBounds", "[" + low + "," + high + "]");
        StringBuilder list = new StringBuilder("[");
        for (String issue : issues) {
            list.append(list.length() > 1 ? "," : "").append(text(issue));
        }
        field(out, "issues", list.append("]").toString());
        return end(out);
    }

    private static String date(double milliseconds) {
        return java.time.Instant.ofEpochMilli((long) milliseconds).atZone(java.time.ZoneOffset.UTC).toLocalDate().toString();
    }

    private static String columns(Table table) {
        StringBuilder out = new StringBuilder("{");
        for (Column column : table) {
            field(out, column.getTitle(), text(column.getTypeClass().getSimpleName()));
        }
        return end(out);
    }

    private static void field(StringBuilder out, String name, String value) {
        out.append(out.length() > 1 ? "," : "").append(text(name)).append(":").append(value);
    }

    private static String end(StringBuilder out) {
        return out.append("}").toString();
    }

    private static String text(String value) {
        if (value == null) {
            return "null";
        }
        StringBuilder out = new StringBuilder("\"");
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c > 0x7e) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
